// Looking back on a match, once for all who ask at this screen: how far it is, what was found. Knows no game.
import type { Review } from '../engine/types';
import { explain } from './explain';
import type { Table } from './table.svelte';

export class LookBack {
  readonly #table: Table;
  part = $state(0);
  review = $state.raw<Review>();
  failure = $state('');
  #running: AbortController | undefined;
  /** Parts of the screen that want it. */
  #waiting = 0;

  constructor(table: Table) {
    this.#table = table;
  }
  /** Thinks the match over unless that was done already. */
  async start(): Promise<void> {
    this.#waiting++;
    if (this.#running || this.review?.plies === this.#table.ply) return;
    const running = (this.#running = new AbortController());
    this.part = 0;
    this.review = undefined;
    this.failure = '';
    try {
      const review = await this.#table.review((part) => running === this.#running && (this.part = part), running.signal);
      if (!running.signal.aborted) this.review = review;
    } catch (error) {
      if (!running.signal.aborted) this.failure = explain(error);
    }
    if (this.#running === running) this.#running = undefined;
  }
  /** Somebody waits no more; nobody else: it ends. What was found is kept. */
  stop(): void {
    if (--this.#waiting > 0) return;
    this.#running?.abort();
    this.#running = undefined;
  }
}
