// What the screen of a table shows beside the position: which panel and dialog, a replay, and whether the next person has to
// come first. Knows no game.
import { getContext, setContext } from 'svelte';
import { games } from '../app/games.svelte';
import { explain } from './explain';
import { LocalTable } from './local.svelte';
import { LookBack } from './look_back.svelte';
import { OnlineTable } from './online.svelte';
import { Playback } from './playback.svelte';
import type { TableUi } from './ui.svelte';
import { Undo } from './undo.svelte';

export type Panel = 'recap' | 'log' | 'scores' | 'players' | 'chat';

export class TableScreen {
  readonly ui: TableUi;
  readonly local: LocalTable | undefined;
  readonly online: OnlineTable | undefined;
  readonly back: LookBack;
  readonly playback: Playback;
  readonly undo: Undo;
  panel = $state<Panel>('recap');
  panelOpen = $state(false);
  dialog = $state<'' | 'settings' | 'keys' | 'share' | 'review'>('');
  /** The link in the dialog for sharing. */
  shared = $state('');
  #greeted = false;
  /** Lines of the chat that were shown. */
  #read = $state(0);
  unread = $derived.by(() => (this.online?.talk.length ?? 0) > this.#read);

  manyPeople = $derived.by(() => (this.local?.people ?? 1) > 1);
  /** The seat whose person has said to be at the screen. */
  #present = $state(-1);
  /** People at one screen know different things: nothing is shown before the one who decides has come. */
  covered = $derived.by(() => {
    const { game, over, viewer } = this.ui.table;
    const secret = this.manyPeople && games.list.find(({ id }) => id === game)?.hidden === true;
    return secret && !over && this.#present !== viewer;
  });

  /** Made while a component starts; its effects end with that component. */
  constructor(ui: TableUi) {
    const { table } = ui;
    this.ui = ui;
    this.local = table instanceof LocalTable ? table : undefined;
    this.online = table instanceof OnlineTable ? table : undefined;
    this.back = new LookBack(table);
    this.playback = new Playback(ui);
    this.undo = new Undo(ui, this.local, this.online);
    $effect(() => this.#greet());
    $effect(() => {
      if (this.panel === 'chat' && this.online) this.#read = this.online.talk.length;
    });
  }
  /** Whoever made a table with open seats passes on the links first. */
  #greet(): void {
    if (this.#greeted || !this.online || this.online.host !== this.online.viewer) return;
    if (!this.online.seats.some((seat) => seat.kind === 'open')) return;
    this.#greeted = this.panelOpen = true;
    this.panel = 'players';
  }
  arrive(): void {
    this.#present = this.ui.table.viewer;
  }
  /** Opens a panel, or closes it if it is open. */
  togglePanel(panel: Panel): void {
    this.panelOpen = !(this.panelOpen && this.panel === panel);
    this.panel = panel;
  }
  play(from: number, to: number): void {
    this.panelOpen = false;
    void this.playback.play(from, to);
  }
  goTo(ply: number): void {
    this.playback.stop();
    void this.ui.goTo(ply);
  }
  async share(ply: number): Promise<void> {
    try {
      this.shared = await this.ui.table.share(ply);
      this.dialog = 'share';
    } catch (error) {
      this.ui.notice = explain(error);
    }
  }
}

const KEY = Symbol('screen');
export const provideScreen = (screen: TableScreen): TableScreen => setContext(KEY, screen);
export const useScreen = (): TableScreen => getContext<TableScreen>(KEY);
