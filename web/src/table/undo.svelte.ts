// Taking decisions back: freely until something was revealed; further in a match of this browser, or by consent at a
// table of a server. Knows no game.
import { t } from '../text/lang.svelte';
import type { LocalTable } from './local.svelte';
import type { OnlineTable } from './online.svelte';
import type { TableUi } from './ui.svelte';

export class Undo {
  readonly #ui: TableUi;
  readonly #local: LocalTable | undefined;
  readonly #online: OnlineTable | undefined;
  readonly #decided = $derived.by(() => {
    const { log, seats } = this.#ui.table;
    return log.some((entry) => entry.seat !== 'chance' && seats[entry.seat]?.kind === 'human');
  });
  /** Beyond the free part. */
  readonly #further = $derived.by(() => this.#decided && (!!this.#local || (!!this.#online?.seated && !this.#ui.table.over)));
  readonly possible = $derived.by(() => {
    const { busy, kind, undo } = this.#ui.table;
    return !busy && this.#ui.live && kind !== 'link' && (undo.length > 0 || this.#further);
  });
  readonly text = $derived.by(() => {
    const { undo } = this.#ui.table;
    if (undo.length) return t('web.undo_n', undo.length);
    if (this.#local?.kind === 'local') return t('web.undo_free');
    return this.#online?.seated ? t('web.takeback') : t('web.undo');
  });

  constructor(ui: TableUi, local: LocalTable | undefined, online: OnlineTable | undefined) {
    this.#ui = ui;
    this.#local = local;
    this.#online = online;
  }
  /** A pending question is dropped first. */
  async undo(): Promise<void> {
    const [nearest] = this.#ui.table.undo;
    if (this.#ui.pending) return this.#ui.clear();
    if (!this.possible) return;
    if (nearest !== undefined) return this.#ui.undo(nearest);
    await this.#ui.attempt(this.#goFurther());
  }
  async #goFurther(): Promise<void> {
    const online = this.#online;
    const mine = online?.log.findLast((entry) => entry.seat === online.viewer);
    if (online && mine) await online.askTakeback(mine.ply - 1);
    else if (!(await this.#local?.undoFurther())) this.#ui.notice = t('web.undo_start');
  }
}
