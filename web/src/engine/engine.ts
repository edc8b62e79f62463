// The engine: the WebAssembly module, called with requests of docs/protocol.md. Knows no game, no screen and no
// storage; runs in the worker, on the screen's thread for words alone, and in node for the tests.
import type { Helpers } from './helpers';
import type { GameInfo } from './types';

/** Iterations of a search without a pause: a millisecond or two. */
const PORTION = 24;
export const SPECTATOR = 6;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  engine_open(): number;
  engine_close(engine: number): void;
  input(length: number): number;
  ask(engine: number, length: number): number;
  reply_size(): number;
  hand_over(engine: number, length: number): number;
  think(engine: number, paths: number): number;
}

/** The engine refuses a request, with the reason. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
export type Request = { cmd: string } & Record<string, unknown>;
type Reply = Record<string, any>;
/** What another engine needs to know to think about the same decision. */
export type Share = { game: string; seats: number } & Record<string, unknown>;
/** What an engine has found about a decision: the positions that it has judged, and of each option the visits and the value. */
export interface Tally {
  nodes: number;
  options: [string, number, number][];
}

/** A handle to one match of the module. */
export class Door {
  readonly #c: Exports;
  #handle: number;
  readonly #decoder = new TextDecoder();

  constructor(c: Exports) {
    this.#c = c;
    this.#handle = c.engine_open();
    if (!this.#handle) throw new Error('out of memory');
  }

  #put(bytes: Uint8Array): void {
    const at = this.#c.input(bytes.length);
    if (!at) throw new Error('out of memory');
    new Uint8Array(this.#c.memory.buffer, at, bytes.length).set(bytes);
  }
  ask(request: Request): Reply {
    if (!this.#handle) throw new Refusal('no_match', 'the match was closed');
    const line = new TextEncoder().encode(JSON.stringify(request));
    this.#put(line);
    const at = this.#c.ask(this.#handle, line.length);
    if (!at) throw new Error('out of memory');
    const reply = JSON.parse(this.#decoder.decode(new Uint8Array(this.#c.memory.buffer, at, this.#c.reply_size()))) as Reply;
    if (reply['ok'] !== true) throw new Refusal(reply['error'].code, reply['error'].message);
    return reply;
  }
  /** A request with binary data. */
  give(bytes: Uint8Array, request: Request): Reply {
    this.#put(bytes);
    if (!this.#c.hand_over(this.#handle, bytes.length)) throw new Error('out of memory');
    return this.ask(request);
  }
  /** A request that thinks, yielding after every portion. The module has one mind: one thought at a time. Helpers think with
   *  a bot that thinks for long. */
  *think(request: Request, helpers?: Helpers): Generator<void, Reply> {
    const begun = this.ask({ ...request, later: true, ...(helpers && { share: true }) });
    if (!begun['thinking']) return begun; // nothing to think about
    const lang = request['lang'];
    if (!helpers || !begun['share']) {
      while (this.#thinksOn()) yield;
      return this.ask({ cmd: 'thought', lang });
    }
    let tallies: Tally[] = [];
    let played: string | undefined;
    try {
      if (this.#thinksOn()) helpers.begin(begun as { share: Share; ms: number }); // there is something to decide
      do {
        yield;
        const news = helpers.news();
        if (news) this.ask({ cmd: 'thought', part: true, tallies: (tallies = news) });
      } while (this.#thinksOn());
      const reply = this.ask({ cmd: 'thought', lang, tallies });
      played = reply['action'];
      return reply;
    } finally {
      helpers.end(played === undefined ? undefined : { game: begun['share'].game, played });
    }
  }
  #thinksOn(): boolean {
    return !!this.#handle && !!this.#c.think(this.#handle, PORTION);
  }
  close(): void {
    this.#c.engine_close(this.#handle);
    this.#handle = 0;
  }
}

export class Engine {
  readonly games: GameInfo[];
  readonly levels: string[];
  /** For requests without a match: views from a server, nets, words. */
  readonly door: Door;
  readonly #c: Exports;

  constructor(module: WebAssembly.Module) {
    this.#c = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    this.#c._initialize();
    this.door = this.open();
    const { games, levels } = this.door.ask({ cmd: 'games' });
    this.games = games.map((game: GameInfo & { seats: number[] }) => ({ ...game, seats: [game.seats[0], game.seats.at(-1)] }));
    this.levels = levels;
  }

  open(): Door {
    return new Door(this.#c);
  }
  game(id: string): GameInfo {
    const game = this.games.find((g) => g.id === id);
    if (!game) throw new Error(`unknown game: ${id}`);
    return game;
  }
  /** Sets the learned evaluation of a game for a number of seats, for all further thinking. */
  takeNet(game: string, seats: number, bytes: Uint8Array): void {
    this.door.give(bytes, { cmd: 'net', game, seats });
  }
}
