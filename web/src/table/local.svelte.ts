// A match in this browser: played by the worker, kept in the browser's storage.
import { address } from '../app/route.svelte';
import { engine, lookBack } from '../engine/client';
import type { LocalSeat } from '../engine/local_match';
import type { Step } from '../engine/worker';
import type { CoachWord } from '../engine/types';
import { isGuided, keepSaid, saidTo } from './coached';
import { explain } from './explain';
import { type Look, Table } from './table.svelte';

export class LocalTable extends Table {
  override readonly kind: 'local' | 'link' | 'try';
  #options: Record<string, string> = {};
  readonly id: string;
  /** The match survives the page. */
  lasting = $state(true);
  people = $state(1);

  constructor(id: string, kind: 'local' | 'link' | 'try' = 'local') {
    super();
    this.id = id;
    this.kind = kind;
    this.guided = kind === 'local' && isGuided(id);
    engine().changed.addEventListener('match', this.#changed);
    engine().going.addEventListener('step', this.#going);
    void this.load();
  }
  close(): void {
    engine().changed.removeEventListener('match', this.#changed);
    engine().going.removeEventListener('step', this.#going);
  }
  #changed = (event: Event) => {
    if ((event as CustomEvent<string>).detail === this.id) void this.load();
  };

  #going = (event: Event) => {
    const { going, step } = (event as CustomEvent<{ going: string; step: Step }>).detail;
    if (going === this.id && this.busy) this.#take(step);
  };

  async load(): Promise<void> {
    try {
      const { setup, view, story, lasting } = await engine().call('open', this.id);
      this.game = setup.game;
      this.#options = setup.options;
      this.seats = setup.seats;
      this.people = setup.seats.filter((seat) => seat.kind === 'human').length;
      this.#take({ view, from: 0, story, lasting });
      const waiting = view.toAct.some((seat) => setup.seats[seat]?.kind === 'human');
      if (this.kind === 'local' && !view.over && !waiting) await this.#change(engine().call('resume', this.id));
    } catch (error) {
      this.failure = explain(error);
    }
  }

  #take({ view, from, story, lasting }: Step): void {
    this.lasting = lasting;
    this.viewer = view.viewer;
    this.ply = view.ply;
    this.toAct = view.toAct;
    this.over = view.over;
    this.undo = view.undo;
    this.scores = view.scores;
    this.log = [...this.log.slice(0, from), ...story];
    this.scene = view.scene;
  }
  async #change(step: Promise<Step>): Promise<void> {
    this.busy = true;
    try {
      this.#take(await step);
    } finally {
      this.busy = false;
    }
  }

  act(action: string): Promise<void> {
    return this.#change(engine().call('act', this.id, this.ply, action));
  }
  undoTo(ply: number): Promise<void> {
    return this.#change(engine().call('undo', this.id, ply));
  }
  /** Back to the previous decision, even if something was revealed since. */
  async undoFurther(): Promise<boolean> {
    const ply = await engine().call('previous', this.id);
    if (ply < 0) return false;
    await this.undoTo(ply);
    return true;
  }
  async seatTo(seat: number, kind: 'human' | 'bot', level?: string): Promise<void> {
    await this.#change(engine().call('seatTo', this.id, seat, kind, level));
    await this.load();
  }
  at(ply: number): Promise<Look> {
    return engine().call('at', this.id, ply, this.viewer);
  }
  atAs(ply: number, seat: number): Promise<Look> {
    return engine().call('at', this.id, ply, seat);
  }
  tryOut(ply: number): Promise<string> {
    return engine().call('tryOut', this.id, ply, this.viewer);
  }
  /** A new match with the same players and options; its id. */
  again(): Promise<string> {
    const seats = this.seats.map(({ kind, level, name }): LocalSeat => (kind === 'bot' ? { kind, level, name } : { kind: 'human', name }));
    return engine().call('create', { game: this.game, seats, options: this.#options });
  }
  advise() {
    return engine().call('advise', this.id);
  }
  review(tell: (part: number) => void, signal: AbortSignal) {
    return lookBack((engine, run) => engine.call('review', this.id, run), tell, signal);
  }
  /** Why a bot made its decision after `ply` entries. */
  why(ply: number, seat: number) {
    return engine().call('why', this.id, ply, seat);
  }
  override async coach(action: string, level: string): Promise<CoachWord | undefined> {
    if (this.kind !== 'local') return undefined;
    const { word, said } = await engine().call('coach', this.id, action, level, saidTo(this.id, this.viewer));
    keepSaid(this.id, this.viewer, said);
    return word;
  }
  override async coachKept(name: string): Promise<void> {
    keepSaid(this.id, this.viewer, await engine().call('coachKept', this.id, name, saidTo(this.id, this.viewer)));
  }
  endsTurn(action: string) {
    return engine().call('endsTurn', this.id, action);
  }
  async share(ply: number): Promise<string> {
    return address(`/m/${await engine().call('pack', this.id)}/at/${ply}`);
  }
  file(): Promise<string> {
    return engine().call('save', this.id);
  }
  /** A new match that continues from here; its id. */
  branch(ply: number): Promise<string> {
    return engine().call('branch', this.id, ply);
  }
}
