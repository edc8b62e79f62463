// A match in this browser: the engine's, with replies in the types of the screen. Knows no game, no screen and no
// storage.
import { type Door, type Engine, Refusal, SPECTATOR } from './engine';
import type { Helpers } from './helpers';
import { fullScene } from './scene';
import type { Advice, Coached, Decider, LogEntry, Review, Scene, Scores } from './types';

export interface LocalSeat {
  kind: 'human' | 'bot';
  level?: string;
  name: string;
}
export interface MatchSetup {
  game: string;
  seats: LocalSeat[];
  options: Record<string, string>;
}
/** A match as the screen shows it at one moment. */
export interface MatchView {
  ply: number;
  toAct: number[];
  over: boolean;
  /** Whose view the scene is. */
  viewer: number;
  scene: Scene;
  scores: Scores;
  /** Lengths of the log to which undo is free, the nearest first. */
  undo: number[];
}

/** A failure to show to the person: the id of a client message, with its argument. */
export class MatchError extends Error {
  constructor(
    readonly id: string,
    readonly detail = '',
  ) {
    super(`${id} ${detail}`);
  }
}

const randomSeed = (): number => {
  const [low = 0, high = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
};
const viewerWord = (viewer: number) => (viewer === SPECTATOR ? 'spectator' : viewer);
const viewerNumber = (seat: number | 'spectator') => (seat === 'spectator' ? SPECTATOR : seat);
type Reply = ReturnType<Door['ask']>;
type Hint = { action: string; value: number; terms?: Advice['reasons'] };

/** The options of a hint that have reasons, best first. */
export const adviceOf = (reply: Reply): Advice[] =>
  (reply['best'] as Hint[]).filter((hint) => hint.terms).map(({ action, value, terms }) => ({ action, value, reasons: terms! }));
export const coachedOf = ({ note, said = '' }: Reply, before: string): Coached => {
  if (!note) return { said: said || before };
  const { kind, name, rule, says, cost, terms, better, better_action } = note;
  return { word: { kind, name, rule, says, cost, reasons: terms, better, betterAction: better_action }, said: said || before };
};
export const lookOf = (reply: Reply): { scene: Scene; scores: Scores } => ({ scene: fullScene(reply['view']), scores: reply['scores'] });

export class LocalMatch {
  readonly setup: MatchSetup;
  readonly #door: Door;
  #toAct: Decider[] = [];
  /** Length of the log. */
  ply = 0;

  private constructor(door: Door, begun: Reply) {
    this.#door = door;
    const { game, options, people } = door.ask({ cmd: 'about' });
    this.setup = { game, options, seats: people };
    this.#note(begun);
  }
  #note(status: Reply): Reply {
    this.ply = status['entries'];
    this.#toAct = status['to_act'];
    return status;
  }

  /** Starts a match; chance and bots follow the seed, a random one unless it is given. */
  static start(engine: Engine, { game, seats, options }: MatchSetup, seed = randomSeed()): LocalMatch {
    const door = engine.open();
    try {
      const status = door.ask({ cmd: 'new', game, seats: seats.length, options, seed });
      seats.forEach(({ kind, level, name }, seat) => door.ask({ cmd: 'seat', seat, kind, name, ...(kind === 'bot' && { level }) }));
      return new LocalMatch(door, status);
    } catch (error) {
      door.close();
      throw error;
    }
  }
  /** Reads a match file, verified by the engine: raw bytes or text. `short`: without hashes and snapshot. */
  static load(engine: Engine, file: Uint8Array | string, short = false): LocalMatch {
    const door = engine.open();
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
    try {
      return new LocalMatch(door, door.give(bytes, { cmd: 'load', short, seed: randomSeed() }));
    } catch (error) {
      door.close();
      throw error instanceof Refusal ? new MatchError('web.error.match_file', error.message) : error;
    }
  }
  /** A match from a position as a viewer knows it: hidden information and chance are drawn at random. */
  static tryOut(engine: Engine, from: { file: string; entries: number } | { game: string; snapshot: string }, viewer: number, seats: LocalSeat[]): LocalMatch {
    const door = engine.open();
    try {
      const seat = viewerWord(viewer), seed = randomSeed();
      if ('file' in from) door.ask({ cmd: 'load', file: from.file, seed });
      const status = door.ask({ cmd: 'try', seat, seed, ...('file' in from ? { entries: from.entries } : from) });
      seats.forEach(({ kind, level, name }, seat) => door.ask({ cmd: 'seat', seat, kind, name, ...(kind === 'bot' && { level }) }));
      return new LocalMatch(door, status);
    } catch (error) {
      door.close();
      throw error;
    }
  }
  close(): void {
    this.#door.close();
  }

  get over(): boolean {
    return this.#toAct.length === 0;
  }
  /** A person has to decide, or the game is over. */
  get waits(): boolean {
    return this.over || this.#toAct.some((seat) => this.setup.seats[seat as number]?.kind === 'human');
  }
  play(seat: Decider, action: string): void {
    this.#note(this.#door.ask({ cmd: 'play', seat, action }));
  }
  /** Lets chance or one bot decide, yielding while it thinks; false: a person has to, or the game is over. */
  *advance(helpers?: Helpers): Generator<void, boolean> {
    if (this.#toAct[0] === 'chance') {
      this.#note(this.#door.ask({ cmd: 'chance' }));
      return true;
    }
    const seat = this.#toAct.find((seat) => this.setup.seats[seat as number]?.kind === 'bot');
    if (seat === undefined) return false;
    this.#note(yield* this.#door.think({ cmd: 'bot', seat, level: this.setup.seats[seat as number]!.level }, helpers));
    return true;
  }
  seatTo(seat: number, kind: 'human' | 'bot', level?: string): void {
    this.#door.ask({ cmd: 'seat', seat, kind, ...(level && { level }) });
    this.setup.seats = this.#door.ask({ cmd: 'about' })['people'];
  }

  /** The person at the screen. */
  viewer(): number {
    return this.view().viewer;
  }
  /** Goes back to a log of n entries. Chance is drawn again from there. */
  undo(n: number): void {
    if (n < 0 || n > this.ply) throw new MatchError('web.error.undo');
    this.#note(this.#door.ask({ cmd: 'undo', entries: n }));
  }
  /** Length of the log before the last decision of a person, even if something was revealed since; -1: none. */
  previousDecision(): number {
    return this.#door.ask({ cmd: 'view', seat: 'person' })['previous'];
  }

  /** As a viewer sees it, or the person at the screen. */
  view(viewer?: number): MatchView {
    const reply = this.#door.ask({ cmd: 'view', seat: viewer === undefined ? 'person' : viewerWord(viewer) });
    return {
      ply: reply['entries'],
      toAct: (reply['to_act'] as Decider[]).filter((seat) => seat !== 'chance'),
      over: reply['over'],
      viewer: viewerNumber(reply['seat']),
      undo: reply['undo'],
      ...lookOf(reply),
    };
  }
  viewAt(n: number, viewer: number): { scene: Scene; scores: Scores } {
    return lookOf(this.#door.ask({ cmd: 'view', seat: viewerWord(viewer), entries: Math.max(0, Math.min(n, this.ply)) }));
  }
  /** The log from entry `from` on, as the viewer may know it. */
  story(viewer: number, from = 0): LogEntry[] {
    const { log } = this.#door.ask({ cmd: 'log', seat: viewerWord(viewer), from });
    return log.map(({ entry, seat, turn, events }: Reply) => ({ ply: entry, seat, turn, events }));
  }

  /** Why a bot considers the decision after `n` entries good; none: it was not among its best. */
  *why(n: number, seat: number, level: string, ms: number): Generator<void, Advice['reasons']> {
    const action = (JSON.parse(this.save()) as { log: [Decider, string][] }).log[n]?.[1];
    const reply = yield* this.#door.think({ cmd: 'hint', seat, entries: n, level, ms });
    return adviceOf(reply).find((advice) => advice.action === action)?.reasons ?? [];
  }
  *advise(ms: number): Generator<void, Advice[]> {
    return adviceOf(yield* this.#door.think({ cmd: 'hint', seat: this.viewer(), ms }));
  }
  /** The coach's comment on an action before it is played; `said`: its comments so far. */
  *coach(action: string, level: string, ms: number, said: string): Generator<void, Coached> {
    return coachedOf(yield* this.#door.think({ cmd: 'coach', seat: this.viewer(), action, level, ms, said }), said);
  }
  /** The person did it anyway. */
  coachKept(name: string, said: string): string {
    return this.#door.ask({ cmd: 'coach', kept: name, said })['said'];
  }
  endsTurn(action: string): boolean {
    return this.#door.ask({ cmd: 'ends_turn', seat: 'person', action })['ends_turn'];
  }
  /** Reviews the match, thinking about each decision for about `ms` milliseconds. Yields progress, 0 to 1. */
  *review(ms: number): Generator<number, Review> {
    const work = this.#door.think({ cmd: 'review', ms });
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return reviewOf(step.value);
      yield this.#door.ask({ cmd: 'thought', part: true })['part'];
    }
  }

  /** The match file. */
  save(): string {
    return this.#door.ask({ cmd: 'save', text: true })['file'];
  }
}

function reviewOf({ entries, curve, costly, lucky, people }: Reply): Review {
  return {
    plies: entries,
    points: curve.map(({ entries, win, margin }: Reply) => ({ ply: entries, win, margin })),
    costly: costly.map(({ entries, seat, cost, grade, played, better, played_action, better_action, terms }: Reply) => ({
      ply: entries, seat, cost, grade, played, better, playedAction: played_action, betterAction: better_action, reasons: terms,
    })),
    lucky: lucky.map(({ entries, event, luck }: Reply) => ({ ply: entries, event, luck })),
    seats: people,
  };
}
