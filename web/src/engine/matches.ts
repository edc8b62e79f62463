// The worker's open matches: stored on every change, and forgotten when another tab changes them.
import type { Engine } from './engine';
import { LocalMatch, MatchError } from './local_match';
import { type MatchResult, Store, type StoredMatch } from './store';

/** The result for the first person at the table; undefined: only bots. */
function resultOf(match: LocalMatch): MatchResult | undefined {
  const seat = match.setup.seats.findIndex(({ kind }) => kind === 'human');
  if (seat < 0 || !match.over) return undefined;
  const { now, ranks, out } = match.view(seat).scores;
  return { place: ranks[seat]!, seats: ranks.length, points: now[seat]!.reduce((sum, n) => sum + n, 0), out: out[seat]! };
}
const rowOf = (id: string, match: LocalMatch, created: number, updated: number): StoredMatch => ({
  id,
  game: match.setup.game,
  created,
  updated,
  ply: match.ply,
  over: match.over,
  names: match.setup.seats.map((seat) => seat.name),
  result: resultOf(match),
  file: match.save(),
});
const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');

export class Matches {
  readonly #engine: Promise<Engine>;
  readonly #store = Store.open();
  readonly #matches = new Map<string, LocalMatch>();
  readonly #created = new Map<string, number>();
  /** Matches of links and trials: not stored. */
  readonly #passing = new Set<string>();
  readonly #tabs = new BroadcastChannel('casata-matches');
  #passed = 0;

  /** `changed`: another tab changed the match. */
  constructor(engine: Promise<Engine>, changed: (id: string) => void) {
    this.#engine = engine;
    this.#tabs.onmessage = ({ data: { id } }: MessageEvent<{ id: string; ply: number }>) => {
      if (this.forget(id)) changed(id);
    };
  }

  async open(id: string): Promise<LocalMatch> {
    const there = this.#matches.get(id);
    if (there) return there;
    const stored = await (await this.#store).get(id);
    if (!stored) throw new MatchError('web.error.gone');
    const match = LocalMatch.load(await this.#engine, stored.file);
    this.#matches.set(id, match);
    this.#created.set(id, stored.created);
    return match;
  }
  /** Drops a match that is no longer needed or out of date; false: it was not open. */
  forget(id: string): boolean {
    this.#matches.get(id)?.close();
    return this.#matches.delete(id);
  }

  /** A new match, not yet stored; its id. */
  add(match: LocalMatch): string {
    const id = newId();
    this.#matches.set(id, match);
    return id;
  }
  /** A match that is never stored; its id. */
  pass(match: LocalMatch): string {
    const id = `link-${++this.#passed}`;
    this.#matches.set(id, match);
    this.#passing.add(id);
    return id;
  }
  /** Stores a match; false: it will not survive the page (no storage, or it is full). Other tabs are notified. */
  async keep(id: string, match: LocalMatch, tell = true): Promise<boolean> {
    if (this.#passing.has(id)) return false;
    const store = await this.#store;
    const now = Date.now();
    if (!this.#created.has(id)) this.#created.set(id, now);
    try {
      await store.put(rowOf(id, match, this.#created.get(id)!, now));
    } catch {
      return false;
    }
    if (tell) this.#tabs.postMessage({ id, ply: match.ply });
    return store.lasting;
  }
  /** Will the match survive the page? */
  async lasting(id: string): Promise<boolean> {
    return (await this.#store).lasting && !this.#passing.has(id);
  }

  async list(): Promise<StoredMatch[]> {
    return (await this.#store).list();
  }
  async remove(id: string): Promise<void> {
    this.forget(id);
    await (await this.#store).remove(id);
  }
  /** Imports and verifies a match of another browser, keeping its id; false: the one here is as far or further. */
  async restore(stored: StoredMatch): Promise<boolean> {
    const match = LocalMatch.load(await this.#engine, stored.file);
    const store = await this.#store;
    const { id, created, updated } = stored, { ply } = match;
    const here = await store.get(id);
    const newer = !here || here.ply < ply;
    if (newer) {
      this.forget(id);
      await store.put(rowOf(id, match, created, updated));
      this.#tabs.postMessage({ id, ply });
    }
    match.close();
    return newer;
  }
}
