// Plays a part of the log step by step, for people to watch. Knows no game.
import type { TableUi } from './ui.svelte';

const STEP_MS = 650;

export class Playback {
  readonly #ui: TableUi;
  /** Length of the log at which it ends; undefined: nothing is being played. */
  to = $state<number>();
  #timer = 0;

  constructor(ui: TableUi) {
    this.#ui = ui;
  }
  async play(from: number, to: number): Promise<void> {
    this.stop();
    this.to = to;
    await this.#ui.goTo(from);
    this.#timer = window.setTimeout(this.#step, STEP_MS);
  }
  #step = async (): Promise<void> => {
    const at = this.#ui.past ?? this.#ui.table.ply;
    if (this.to === undefined || at >= this.to || this.#ui.live) return this.stop();
    await this.#ui.goTo(at + 1);
    this.#timer = window.setTimeout(this.#step, STEP_MS);
  };
  stop(): void {
    clearTimeout(this.#timer);
    this.to = undefined;
  }
}
