// The review of a match, shared by all parts of this screen: progress and result. Knows no game.
import type { Review } from '../engine/types';
import { explain } from './explain';
import type { Table } from './table.svelte';

export class LookBack {
  readonly #table: Table;
  part = $state(0);
  review = $state.raw<Review>();
  failure = $state('');
  #running: AbortController | undefined;
  /** Number of parts of the screen that want it. */
  #waiting = 0;

  constructor(table: Table) {
    this.#table = table;
  }
  /** Reviews the match unless already done. */
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
  /** One part no longer waits; after the last the review is cancelled. A finished result is kept. */
  stop(): void {
    if (--this.#waiting > 0) return;
    this.#running?.abort();
    this.#running = undefined;
  }
}
