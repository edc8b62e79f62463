// A match played in the browser: seats, the log of decisions, undo, replay, and the match file. The log is the
// truth; the position on the engine's table is a cache. Knows no game, no screen and no storage.
import { type Engine, type Played, SPECTATOR } from './engine';
import type { Decider, LogEntry, MatchFile, Msg, Scene, Scores } from './types';

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
/** Where a match begins that did not begin at the beginning. */
export interface MatchStart {
  /** The position before the first entry, as JSON text. */
  position: string;
  /** Decisions before it, under older rules. */
  past: [Decider, string][];
}
interface Entry {
  seat: Decider;
  action: string;
  hash: string;
  reveals: boolean;
}
/** What a screen shows of a match at one moment. */
export interface MatchView {
  ply: number;
  toAct: number[];
  over: boolean;
  /** Whose eyes the scene is seen with. */
  viewer: number;
  scene: Scene;
  scores: Scores;
  /** Lengths of the log to which one may go back freely, the nearest first. */
  undo: number[];
}

/** A failure that a person should read: the id of a message of the client, with its argument. */
export class MatchError extends Error {
  constructor(
    readonly id: string,
    readonly detail = '',
  ) {
    super(`${id} ${detail}`);
  }
}

const randomSeed = (): [number, number] => {
  const [low = 0, high = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [low, high];
};

export class LocalMatch {
  readonly setup: MatchSetup;
  readonly #engine: Engine;
  /** Where it began, if not at the beginning. */
  readonly from: MatchStart | undefined;
  readonly #start: Uint8Array;
  #now: Uint8Array;
  #log: Entry[] = [];

  /** Starts a match; chance and bots follow the seed, a random one unless it is given. */
  constructor(engine: Engine, setup: MatchSetup, seed: [number, number] = randomSeed(), from?: MatchStart) {
    this.#engine = engine;
    this.setup = setup;
    this.from = from;
    if (from) engine.setUp(setup.game, from.position, seed);
    else engine.start(setup.game, setup.seats.length, setup.options, seed);
    this.#now = this.#start = engine.snapshot();
  }

  get ply(): number {
    return this.#log.length;
  }
  get entries(): readonly Readonly<Entry>[] {
    return this.#log;
  }

  /** Lays the present position on the engine's table; other matches may have used it meanwhile. */
  #lay(): void {
    this.#engine.restore(this.setup.game, this.#now);
  }
  #note(played: Played): void {
    this.#log.push({ seat: played.seat, action: played.action, hash: played.hash, reveals: played.reveals });
    this.#now = this.#engine.snapshot();
  }

  toAct(): number[] | 'chance' {
    this.#lay();
    return this.#engine.toAct();
  }
  #isBot = (seat: number) => this.setup.seats[seat]?.kind === 'bot';

  play(seat: Decider, action: string): void {
    this.#lay();
    this.#note(this.#engine.play(seat, action));
  }

  /** Lets chance or one bot decide, with rests while it thinks; false: a person has to, or the game is over. */
  *advance(): Generator<void, boolean> {
    const toAct = this.toAct();
    if (toAct === 'chance') {
      this.#note(this.#engine.chance());
      return true;
    }
    const bot = toAct.find(this.#isBot);
    if (bot === undefined) return false;
    const action = yield* this.#engine.bot(bot, this.setup.seats[bot]?.level ?? '');
    this.play(bot, action);
    return true;
  }

  /** The person at the screen: the one who has to decide, else the only one, else the last who decided. */
  viewer(): number {
    const people = this.setup.seats.flatMap((seat, index) => (seat.kind === 'human' ? [index] : []));
    const toAct = this.toAct();
    const now = toAct === 'chance' ? undefined : toAct.find((seat) => people.includes(seat));
    if (now !== undefined) return now;
    const last = this.#log.findLast((entry) => people.includes(entry.seat as number));
    return last ? (last.seat as number) : (people[0] ?? SPECTATOR);
  }

  /** Own decisions that can be taken back freely: nothing was revealed since. */
  undoSteps(seat: number): number[] {
    const steps: number[] = [];
    for (let n = this.ply; n > 0; n--) {
      const entry = this.#log[n - 1]!;
      if (entry.reveals || entry.seat !== seat) break;
      steps.push(n - 1);
    }
    return steps;
  }
  /** The last decision of a person before the present one, whatever was revealed since; -1: none. */
  previousDecision(): number {
    return this.#log.findLastIndex((entry) => entry.seat !== 'chance' && !this.#isBot(entry.seat));
  }

  /** Goes back to a log of n entries. What chance draws after it is drawn anew. */
  undo(n: number): void {
    if (n < 0 || n > this.ply) throw new MatchError('web.error.undo');
    this.#replay(n);
    this.#log.length = n;
    this.#now = this.#engine.snapshot();
  }

  /** Lays the position after n entries; tells each entry's events to `hear`. */
  #replay(n: number, hear?: (entry: Played) => void): void {
    this.#engine.restore(this.setup.game, this.#start);
    for (const { seat, action, hash } of this.#log.slice(0, n)) {
      const played = this.#engine.play(seat, action);
      if (played.hash !== hash) throw new MatchError('web.error.hash');
      hear?.(played);
    }
  }

  view(viewer = this.viewer()): MatchView {
    const toAct = this.toAct();
    return {
      ply: this.ply,
      toAct: toAct === 'chance' ? [] : toAct,
      over: toAct.length === 0,
      viewer,
      scene: this.#engine.scene(viewer),
      scores: this.#engine.scores(viewer),
      undo: this.undoSteps(viewer),
    };
  }

  viewAt(n: number, viewer: number): { scene: Scene; scores: Scores } {
    this.#replay(Math.max(0, Math.min(n, this.ply)));
    return { scene: this.#engine.scene(viewer), scores: this.#engine.scores(viewer) };
  }

  /** Every entry of the log with the position before it and what it brought about, nothing hidden. */
  steps(): { seat: Decider; action: string; before: Uint8Array; events: Msg[] }[] {
    const out: { seat: Decider; action: string; before: Uint8Array; events: Msg[] }[] = [];
    let before = this.#start;
    this.#engine.listen(-1);
    this.#replay(this.ply, ({ seat, action, events }) => {
      out.push({ seat, action, before, events });
      before = this.#engine.snapshot();
    });
    return out;
  }

  /** The log from entry `from` on, as the viewer may know it. */
  story(viewer: number, from = 0): LogEntry[] {
    const out: LogEntry[] = [];
    this.#engine.listen(viewer);
    let ply = 0;
    this.#replay(this.ply, ({ seat, events }) => {
      ply++;
      if (ply > from) out.push({ ply, seat, events });
    });
    return out;
  }

  #positionOf(snapshot: Uint8Array): string {
    this.#engine.restore(this.setup.game, snapshot);
    return this.#engine.position();
  }

  /** The match file, exactly as the program writes it: one entry a line. */
  save(): string {
    const game = this.#engine.game(this.setup.game);
    const json = JSON.stringify;
    const options = Object.fromEntries(
      game.options.map((option) => [option.id, this.setup.options[option.id] ?? option.values[0]]),
    );
    const seats = this.setup.seats.map(({ kind, level, name }) => `\n  ${json(kind === 'bot' ? { kind, level, name } : { kind, name })}`);
    const log = this.#log.map(({ seat, action, hash }) => `\n  ${json([seat, action, hash])}`);
    const past = this.from?.past.length ? ` "past":[${this.from.past.map((entry) => `\n  ${json(entry)}`).join(',')}\n ],\n` : '';
    const start = this.from ? ` "start":${this.#positionOf(this.#start)},\n` : '';
    this.#lay();
    return (
      `{"casata_match":1,\n "game":${json(game.id)},\n "rules_version":${game.rules_version},\n` +
      ` "edition":${json(game.edition)},\n "options":${json(options)},\n "seats":[${seats.join(',')}\n ],\n${past}${start}` +
      ` "log":[${log.join(',')}\n ],\n "snapshot":{"ply":${this.ply},"position":${this.#engine.position()}}\n}\n`
    );
  }

  /** Reads a match file and proves every entry by replaying it. */
  static load(engine: Engine, text: string): LocalMatch {
    let file: MatchFile;
    try {
      file = JSON.parse(text) as MatchFile;
    } catch {
      throw new MatchError('web.error.not_json');
    }
    if (file?.casata_match !== 1 || !Array.isArray(file.log) || !Array.isArray(file.seats)) {
      throw new MatchError('web.error.no_match_file');
    }
    const game = engine.games.find((g) => g.id === file.game);
    if (!game) throw new MatchError('web.error.unknown_game', String(file.game));
    const older = file.rules_version < game.rules_version;
    if (!older && file.rules_version !== game.rules_version) throw new MatchError('web.error.rules_version');
    if (!older && file.edition !== game.edition) throw new MatchError('web.error.edition');
    const seats = file.seats.map((seat): LocalSeat => {
      const name = String(seat?.name ?? '').slice(0, 31);
      return seat?.kind === 'bot' ? { kind: 'bot', level: String(seat.level), name } : { kind: 'human', name };
    });
    const match = begin(engine, { game: game.id, seats, options: { ...file.options } }, startOf(file, older));
    if (older) return match;
    for (const [index, entry] of file.log.entries()) {
      const [seat, action, hash] = Array.isArray(entry) ? entry : [];
      try {
        const played = engine.play(seat as Decider, String(action));
        if (played.hash !== hash) throw new Error();
        match.#log.push({ seat: played.seat, action: played.action, hash, reveals: played.reveals });
      } catch {
        throw new MatchError('web.error.entry', String(index + 1));
      }
    }
    match.#now = engine.snapshot();
    return match;
  }
}

const decisions = (list: unknown): [Decider, string][] =>
  Array.isArray(list) ? list.map((entry) => [entry?.[0], String(entry?.[1])]) : [];

/** A match under older rules is not replayed: it goes on from its snapshot, and its log is past. */
function startOf(file: MatchFile, older: boolean): MatchStart | undefined {
  const past = decisions(file.past);
  if (older) return { position: JSON.stringify(file.snapshot?.position ?? null), past: [...past, ...decisions(file.log)] };
  if (file.start !== undefined) return { position: JSON.stringify(file.start), past };
  return undefined;
}

/** Begins a match of a file; seats and options of a position must be those of the file. */
function begin(engine: Engine, setup: MatchSetup, from: MatchStart | undefined): LocalMatch {
  let match: LocalMatch;
  try {
    match = new LocalMatch(engine, setup, undefined, from);
  } catch (error) {
    throw from ? new MatchError('web.error.position', (error as Error).message) : new MatchError('web.error.no_match_file');
  }
  if (!from) return match;
  const { seats, options } = JSON.parse(engine.position()) as { seats: number; options: Record<string, string> };
  if (seats !== setup.seats.length) throw new MatchError('web.error.no_match_file');
  setup.options = options;
  return match;
}
