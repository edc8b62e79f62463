// The engine: the WebAssembly module behind readable calls. One position lies on its table at a time.
// Knows no game, no screen and no storage; runs in a worker, and in node for the tests.
import { readScene } from './scene';
import type { Advice, Decider, GameInfo, Msg, Scene, Scores } from './types';

const CHANCE = 7;
/** Ways into the future that a bot looks at without a rest: a millisecond or two. */
const PORTION = 24;
export const SPECTATOR = 6;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  buffer(): number;
  buffer_size(): number;
  games(): number;
  levels(): number;
  set_option(index: number, value: number): void;
  game_new(index: number, seats: number, low: number, high: number): number;
  to_act(): number;
  listen(viewer: number): void;
  revealed(): number;
  play(seat: number, action: number): number;
  play_chance(): number;
  ends_turn(seat: number, action: number): number;
  action_text(action: number): number;
  action_parse(): number;
  scene(viewer: number): number;
  scores(viewer: number): number;
  position(): number;
  hash_low(): number;
  hash_high(): number;
  snapshot_write(): number;
  snapshot_read(index: number, length: number): number;
  snapshot_view(index: number, length: number): number;
  position_read(index: number, length: number): number;
  seed(low: number, high: number): void;
  think_bot(seat: number, level: number): number;
  think_hint(seat: number, ms: number): number;
  think_on(thought: number, paths: number): number;
  think_best(thought: number): number;
  think_hints(thought: number): number;
  think_back(seat: number, ms: number, number: number): number;
  think_verdict(thought: number, action: number): number;
  judge(): number;
  luck(action: number, number: number): number;
  legal(seat: number): number;
  net_take(index: number, seats: number, length: number): number;
}

export interface Played {
  seat: Decider;
  action: string;
  hash: string;
  /** Nothing before it may be undone freely. */
  reveals: boolean;
  events: Msg[];
}

const hex = (n: number) => (n >>> 0).toString(16).padStart(8, '0');

export class Engine {
  readonly games: GameInfo[];
  readonly levels: string[];
  readonly #c: Exports;
  readonly #decoder = new TextDecoder();

  constructor(module: WebAssembly.Module) {
    this.#c = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    this.#c._initialize();
    this.games = JSON.parse(this.#text(this.#c.games()));
    this.levels = JSON.parse(this.#text(this.#c.levels()));
  }

  #text(length: number): string {
    if (length < 0) throw new Error('the engine has nothing to tell');
    return this.#decoder.decode(new Uint8Array(this.#c.memory.buffer, this.#c.buffer(), length));
  }
  #zeroTerminated(): string {
    const bytes = new Uint8Array(this.#c.memory.buffer, this.#c.buffer(), this.#c.buffer_size());
    return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  #put(bytes: Uint8Array): void {
    if (bytes.length >= this.#c.buffer_size()) throw new Error('too long for the engine');
    const memory = new Uint8Array(this.#c.memory.buffer, this.#c.buffer(), this.#c.buffer_size());
    memory.set(bytes);
    memory[bytes.length] = 0;
  }

  game(id: string): GameInfo {
    const game = this.games.find((g) => g.id === id);
    if (!game) throw new Error(`unknown game: ${id}`);
    return game;
  }

  /** Starts a game. Options that are not named have their default. */
  start(id: string, seats: number, options: Record<string, string>, seed: [number, number]): void {
    const game = this.game(id);
    game.options.forEach((option, index) => {
      const wanted = options[option.id];
      const value = wanted === undefined ? 0 : option.values.indexOf(wanted);
      if (value < 0) throw new Error(`the option ${option.id} has no value ${wanted}`);
      if (value > 0 && !option.seats.includes(seats)) throw new Error(`the option ${option.id} is not for ${seats} players`);
      this.#c.set_option(index, value);
    });
    const status = this.#c.game_new(this.games.indexOf(game), seats, seed[0], seed[1]);
    if (status !== 0) throw new Error(`${id} is not for ${seats} players`);
  }

  /** Seats that have to decide; "chance" while chance is due; empty: over. */
  toAct(): number[] | 'chance' {
    const set = this.#c.to_act();
    if (set === 1 << CHANCE) return 'chance';
    return [0, 1, 2, 3, 4, 5].filter((seat) => (set >> seat) & 1);
  }

  /** Whose knowledge the events are told with: a seat, or SPECTATOR. */
  listen(viewer: number): void {
    this.#c.listen(viewer);
  }

  #played(seat: Decider, action: string): Played {
    const events = JSON.parse(this.#zeroTerminated()) as Msg[];
    return { seat, action, hash: this.hash(), reveals: this.#c.revealed() !== 0, events };
  }

  /** A decision of a seat, or of chance; refused with an error if it is not legal. */
  play(seat: Decider, action: string): Played {
    const number = seat === 'chance' ? CHANCE : seat;
    const code = [0, 1, 2, 3, 4, 5, CHANCE].includes(number) ? this.parse(action) : 0;
    if (!code || this.#c.play(number, code) !== 0) throw new Error(`not possible now: ${seat} ${action}`);
    return this.#played(seat, action);
  }

  chance(): Played {
    const code = this.#c.play_chance();
    if (!code) throw new Error('chance is not due');
    const played = this.#played('chance', '');
    this.#c.action_text(code);
    return { ...played, action: this.#zeroTerminated() };
  }

  parse(action: string): number {
    this.#put(new TextEncoder().encode(action));
    return this.#c.action_parse();
  }

  endsTurn(seat: number, action: string): boolean {
    return this.#c.ends_turn(seat, this.parse(action)) !== 0;
  }

  /** Thinks to the end, with a rest after every portion. One thought at a time; the table may be used meanwhile. */
  *#think(thought: number): Generator<void, void> {
    if (!thought) throw new Error('nothing is to be decided');
    let more: number;
    while ((more = this.#c.think_on(thought, PORTION)) > 0) yield;
    if (more < 0) throw new Error('another thought took its place');
  }

  /** The decision of a bot for a seat, from what lies on the table when it begins. */
  *bot(seat: number, level: string): Generator<void, string> {
    const thought = this.#c.think_bot(seat, Math.max(0, this.levels.indexOf(level)));
    yield* this.#think(thought);
    this.#c.action_text(this.#c.think_best(thought));
    return this.#zeroTerminated();
  }

  #advice({ action, value, reasons }: Advice): Advice {
    return { action, value: value / 100, reasons: reasons.map((reason) => ({ term: reason.term, value: reason.value / 100 })) };
  }

  /** The best options of a seat with their reasons. */
  *advise(seat: number, ms: number): Generator<void, Advice[]> {
    const thought = this.#c.think_hint(seat, ms);
    yield* this.#think(thought);
    return (JSON.parse(this.#text(this.#c.think_hints(thought))) as Advice[]).map((advice) => this.#advice(advice));
  }

  /** What a decision that was made gives away against the best one, in points; thought about for about `ms`
   *  milliseconds. The same entry of the same log is judged the same again. */
  *verdict(seat: number, action: string, ms: number, entry: number): Generator<void, { cost: number; better: Advice }> {
    const made = this.parse(action);
    const thought = this.#c.think_back(seat, ms, entry);
    yield* this.#think(thought);
    const { cost, better } = JSON.parse(this.#text(this.#c.think_verdict(thought, made))) as { cost: number; better: Advice };
    return { cost: cost / 100, better: this.#advice(better) };
  }
  /** What the position is worth to everybody: chance to win and lead in points; the number of the turn. */
  judge(): { turn: number; win: number[]; margin: number[] } {
    const { turn, win, margin } = JSON.parse(this.#text(this.#c.judge())) as { turn: number; win: number[]; margin: number[] };
    return { turn, win: win.map((n) => n / 10000), margin: margin.map((n) => n / 100) };
  }
  /** What an outcome of the chance that is due gives to each seat, in points. */
  luck(action: string, entry: number): number[] {
    return (JSON.parse(this.#text(this.#c.luck(this.parse(action), entry))) as number[]).map((n) => n / 100);
  }
  /** Number of options of a seat. */
  choices(seat: number): number {
    return this.#c.legal(seat);
  }
  /** The learned evaluation of a game for a number of seats, for all thoughts to come. */
  takeNet(id: string, seats: number, bytes: Uint8Array): void {
    this.#put(bytes);
    const length = this.#c.net_take(this.games.indexOf(this.game(id)), seats, bytes.length);
    if (length !== 0) throw new Error(this.#text(length));
  }

  scene(viewer: number): Scene {
    return readScene(this.#text(this.#c.scene(viewer)));
  }
  scores(viewer: number): Scores {
    return JSON.parse(this.#text(this.#c.scores(viewer)));
  }
  /** The whole position as JSON text, nothing hidden. */
  position(): string {
    return this.#text(this.#c.position());
  }
  hash(): string {
    return hex(this.#c.hash_high()) + hex(this.#c.hash_low());
  }

  snapshot(): Uint8Array {
    const length = this.#c.snapshot_write();
    if (length < 0) throw new Error('no game is on the table');
    return new Uint8Array(this.#c.memory.buffer, this.#c.buffer(), length).slice();
  }
  #take(read: 'snapshot_read' | 'snapshot_view' | 'position_read', id: string, bytes: Uint8Array): void {
    this.#put(bytes);
    const length = this.#c[read](this.games.indexOf(this.game(id)), bytes.length);
    if (length !== 0) throw new Error(this.#text(length));
  }
  restore(id: string, snapshot: Uint8Array): void {
    this.#take('snapshot_read', id, snapshot);
  }
  /** Begins at a position, given as JSON text; refused with what is wrong in it. */
  setUp(id: string, position: string, seed: [number, number]): void {
    this.#take('position_read', id, new TextEncoder().encode(position));
    this.#c.seed(seed[0], seed[1]);
  }
  /** What a server sent to a viewer: the state without what he may not know. */
  layView(id: string, snapshot: Uint8Array): void {
    this.#take('snapshot_view', id, snapshot);
  }
}
