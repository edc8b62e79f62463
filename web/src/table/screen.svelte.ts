// The screen of a table besides the position: which panel and dialog, a replay, and whether the next person has to
// take the screen first. Knows no game.
import { getContext, setContext, untrack } from 'svelte';
import { games } from '../app/games.svelte';
import { router } from '../app/route.svelte';
import type { CostlyDecision } from '../engine/types';
import { explain } from './explain';
import { LocalTable } from './local.svelte';
import { LookBack } from './look_back.svelte';
import type { OnlineTable } from './online.svelte';
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
  dialog = $state<'' | 'help' | 'settings' | 'keys' | 'share' | 'review' | 'result'>('');
  /** Bots are being watched: do not give the result away early. */
  watching = $state(false);
  /** The link in the dialog for sharing. */
  shared = $state('');
  /** The person wants to see the table before all have joined. */
  #entered = $state(false);
  /** Number of chat lines already shown. */
  #read = $state(0);
  unread = $derived.by(() => (this.online?.talk.length ?? 0) > this.#read);

  manyPeople = $derived.by(() => (this.local?.people ?? 1) > 1);
  /** The seat whose person has confirmed being at the screen. */
  #present = $state(-1);
  /** Hidden information at a shared screen: nothing is shown until the person to decide is there. */
  covered = $derived.by(() => {
    const { game, over, viewer } = this.ui.table;
    const secret = this.manyPeople && games.list.find(({ id }) => id === game)?.hidden === true;
    return secret && !over && this.#present !== viewer;
  });

  /** To be created while a component initializes; its effects end with that component. */
  constructor(ui: TableUi) {
    const { table } = ui;
    this.ui = ui;
    this.local = table instanceof LocalTable ? table : undefined;
    this.online = table.online;
    this.back = new LookBack(table);
    this.playback = new Playback(ui, () => this.covered, () => this.#recapFirst());
    this.undo = new Undo(ui, this.local, this.online);
    $effect.pre(() => {
      void [table.ply, table.scene, table.log];
      untrack(() => this.playback.heed());
    });
    $effect(() => this.#showResult());
    $effect(() => this.#leaveHand());
    $effect(() => {
      void table.ply;
      untrack(() => ui.settle('move'));
    });
    $effect(() => {
      if (this.online?.connection === 'open' && !this.online.unavailable) untrack(() => ui.settle('line'));
    });
    $effect(() => {
      if (this.panel === 'chat' && this.online) this.#read = this.online.talk.length;
    });
  }
  #hand: number | undefined;
  /** A closed hand shows nothing any more, not even of the past. */
  #leaveHand(): void {
    const hand = this.online?.hand;
    if (this.#hand !== undefined && hand !== this.#hand) untrack(() => this.goTo(this.ui.table.ply));
    this.#hand = hand;
  }
  /** Before the first decision: waiting for people to join. */
  waits = $derived.by(() => !this.#entered && !!this.online && !this.online.begun && this.online.seats.some((seat) => seat.kind === 'open'));
  enter(): void {
    this.#entered = true;
  }
  /** Was the game running when first seen? A match already over is only viewed. */
  #running: boolean | undefined;
  /** Shows the result once the last turns have been shown. */
  #showResult(): void {
    const { table, live } = this.ui;
    if (!table.scene) return;
    this.#running ??= !table.over;
    if (!table.over) this.#running = true;
    if (!this.#running || !table.over || !live || this.playback.following || this.covered || this.local?.kind === 'try') return;
    this.#running = false;
    if (!untrack(() => this.dialog)) this.dialog = 'result';
  }
  /** Shows a decision of the report on the board as its player saw it, with the better option. */
  async judge({ ply, seat, playedAction, betterAction }: CostlyDecision): Promise<void> {
    const { ui } = this;
    this.playback.stop();
    try {
      const look = await ui.table.atAs(ply, seat);
      const find = (action: string) => look.scene.choices.find((choice) => choice.action === action);
      ui.hold(look, ply);
      ui.verdict = { played: find(playedAction), better: find(betterAction) };
      const slot = ui.verdict.better?.slot;
      if (slot !== undefined) ui.sheet = look.scene.slots[slot]!.seat;
    } catch (error) {
      ui.notice = explain(error);
    }
  }
  /** Is a trial from the position in view allowed? Always in local matches, with others if the table allows help. */
  mayTry = $derived.by(() => {
    const { table, live } = this.ui;
    if (this.local) return this.local.kind === 'local';
    return !!this.online?.seated && table.hintsAllowed && live && !table.over;
  });
  async tryOut(): Promise<void> {
    const { table, past } = this.ui;
    const path = location.hash.replace(/^#\/?/, '');
    try {
      const id = await table.tryOut(past ?? table.ply);
      router.go(`/try/${id}/${encodeURIComponent(path)}`);
    } catch (error) {
      this.ui.notice = explain(error);
    }
  }
  /** After a long absence: the recap in words; playing it back is optional. */
  #recapFirst(): void {
    this.panel = 'recap';
    this.panelOpen = true;
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
