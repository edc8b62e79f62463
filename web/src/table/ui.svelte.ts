// What a person does at a table: touching pieces and slots, choosing, looking back. Turns touches into decisions.
// Knows slots, pieces and choices, not games.
import { getContext, setContext } from 'svelte';
import { settings } from '../app/settings.svelte';
import { ring } from '../app/sound';
import type { Advice, Choice, Piece, Scene } from '../engine/types';
import { explain } from './explain';
import type { Look, Table } from './table.svelte';

/** Something on a board: a slot, or a piece in it. */
export interface Target {
  slot: number;
  piece?: number;
}
export interface Anchored {
  target: Target;
  at: DOMRect;
}

const alike = (a: Piece, b: Piece): boolean =>
  a.slot === b.slot && a.kind === b.kind && a.seat === b.seat && a.face === b.face && a.value === b.value;

const bySlot = (choices: Choice[]): Map<number, Choice[]> => Map.groupBy(choices.filter((c) => c.slot !== undefined), (c) => c.slot!);
/** A choice of one piece can be made with each piece like it in the same place. */
function byPiece(choices: Choice[], pieces: Piece[]): Map<number, Choice[]> {
  const out = new Map<number, Choice[]>();
  for (const choice of choices) {
    const model = choice.piece === undefined ? undefined : pieces[choice.piece];
    if (!model) continue;
    for (const [index, piece] of pieces.entries()) {
      if (alike(model, piece)) out.set(index, [...(out.get(index) ?? []), choice]);
    }
  }
  return out;
}

export class TableUi {
  readonly table: Table;
  /** Length of the log that is looked at; undefined: the present. */
  past = $state<number>();
  #pastLook = $state.raw<Look>();
  selected = $state<number>();
  menu = $state.raw<{ choices: Choice[]; at: DOMRect }>();
  /** Under the pointer or with the focus. */
  hovered = $state.raw<Anchored>();
  /** Touched although nothing can be done there: stays until the next touch. */
  pinned = $state.raw<Anchored>();
  /** A choice pointed at in the list. */
  pointed = $state.raw<Choice>();
  /** To be confirmed: it ends the turn. */
  pending = $state.raw<Choice>();
  hints = $state.raw<Advice[]>();
  notice = $state('');
  /** The board in view where only one fits: a seat, or -1 for the common one. */
  sheet = $state(-1);
  /** Where the last decision was made by keys: there the focus goes on. */
  keysAt: 'choices' | 'board' | undefined;
  /** A player's board shown large. */
  inspected = $state<number>();

  live = $derived(this.past === undefined);
  look = $derived.by((): Look | undefined => {
    if (this.past !== undefined) return this.#pastLook;
    const { scene, scores } = this.table;
    return scene && scores && { scene, scores };
  });
  scene = $derived<Scene | undefined>(this.look?.scene);
  choices = $derived.by((): Choice[] => {
    const may = this.live && !this.table.busy && this.table.kind !== 'link';
    return may ? (this.scene?.choices ?? []) : [];
  });
  /** Places further along, where a touch makes several choices one after the other. */
  #runs = $derived(this.choices.length ? (this.scene?.runs ?? []) : []);
  #bySlot = $derived(bySlot(this.choices));
  #runsBySlot = $derived(bySlot(this.#runs));
  #byPiece = $derived(byPiece(this.choices, this.scene?.pieces ?? []));
  #runsByPiece = $derived(byPiece(this.#runs, this.scene?.pieces ?? []));
  /** Slots and pieces that can be touched now. */
  lit = $derived.by(() => {
    const slots = new Set<number>(), pieces = new Set<number>(this.#byPiece.keys());
    const chosen = this.selected === undefined ? undefined : this.#byPiece.get(this.selected);
    for (const [slot, choices] of this.#bySlot) {
      if (chosen && !choices.some((c) => chosen.includes(c))) continue;
      // Where every choice is made by a piece that lies there, the pieces are lit and not the place.
      if (choices.every((c) => c.piece !== undefined && this.scene!.pieces[c.piece]!.slot === slot)) continue;
      slots.add(slot);
    }
    return { slots, pieces };
  });
  /** Slots where a touch takes several steps. */
  far = $derived.by((): ReadonlySet<number> => {
    const runs = this.selected === undefined ? this.#runs : (this.#runsByPiece.get(this.selected) ?? []);
    return new Set(runs.map((run) => run.slot!).filter((slot) => !this.lit.slots.has(slot)));
  });
  /** Pieces that come into play with what is pointed at, on the board or in the list. */
  lights = $derived.by((): ReadonlySet<number> => {
    const aim = this.hovered?.target;
    const choices = this.pending ?? this.pointed ?? this.menu?.choices ?? (aim ? this.choicesAt(aim) : []);
    return new Set([choices].flat().flatMap((choice) => choice.lights ?? []));
  });
  /** What the list points at. */
  marked = $derived.by(() => {
    const { slot, piece } = this.pointed ?? {};
    const inside = piece !== undefined && this.scene?.pieces[piece]?.slot === slot;
    return { slot: inside ? undefined : slot, piece };
  });

  constructor(table: Table) {
    this.table = table;
  }

  /** Where the selected piece can go: choices in this slot, whatever lies there. */
  #goals({ slot, piece }: Target): Choice[] {
    if (this.selected === undefined || piece === this.selected) return [];
    const steps = [...(this.#byPiece.get(this.selected) ?? []), ...(this.#runsByPiece.get(this.selected) ?? [])];
    return steps.filter((c) => c.slot === slot && this.scene?.pieces[this.selected!]?.slot !== slot);
  }
  choicesAt(target: Target): Choice[] {
    const goals = this.#goals(target);
    if (goals.length) return goals;
    const own = target.piece === undefined ? undefined : this.#byPiece.get(target.piece);
    return own?.length ? own : (this.#bySlot.get(target.slot) ?? this.#runsBySlot.get(target.slot) ?? []);
  }

  press(target: Target, at: DOMRect): void {
    this.menu = this.pinned = undefined;
    const choices = this.choicesAt(target);
    const { piece } = target;
    if (!choices.length) {
      this.selected = undefined;
      this.pinned = { target, at };
      return;
    }
    const going = this.#goals(target).length > 0;
    if (!going && piece !== undefined && this.#byPiece.has(piece) && choices.some((c) => c.slot !== undefined && c.slot !== target.slot)) {
      this.selected = this.selected === piece ? undefined : piece;
      return;
    }
    if (choices.length === 1) void this.choose(choices[0]!);
    else this.menu = { choices, at };
  }

  /** Makes a choice, or asks first if it ends the turn and the person wants to be asked. Of a run each step by itself:
   *  what has become impossible, or has to be confirmed, ends it. */
  async choose(choice: Choice): Promise<void> {
    if (this.table.busy || !this.live) return;
    this.clear();
    try {
      for (const action of choice.steps ?? [choice.action]) {
        const step = this.choices.find((c) => c.action === action);
        if (!step) return;
        if (settings.confirm && (await this.table.endsTurn(action))) {
          this.pending = step;
          return;
        }
        await this.#act(step);
      }
    } catch (error) {
      this.notice = explain(error);
    }
  }
  async confirm(): Promise<void> {
    const choice = this.pending;
    this.pending = undefined;
    if (choice) await this.attempt(this.#act(choice));
  }
  async #act(choice: Choice): Promise<void> {
    this.hints = undefined;
    this.notice = '';
    ring('move');
    const before = this.table.log.length;
    await this.table.act(choice.action);
    if (this.table.over) ring('end');
    else if (this.table.mine && this.table.log.slice(before + 1).some((entry) => entry.seat !== this.table.viewer)) ring('turn');
  }

  /** Waits for something that was asked for; a failure becomes a notice. */
  async attempt(action: Promise<void>): Promise<void> {
    try {
      await action;
    } catch (error) {
      this.notice = explain(error);
    }
  }
  async undo(ply: number): Promise<void> {
    this.clear();
    this.hints = undefined;
    await this.attempt(this.table.undoTo(ply));
  }
  async hint(): Promise<void> {
    if (!this.table.mine || !this.live) return;
    try {
      this.hints = (await this.table.advise()).slice(0, 3);
    } catch (error) {
      this.notice = explain(error);
    }
  }

  #wanted: number | undefined;
  #going: Promise<void> | undefined;
  /** Looks at the position after `ply` entries; the length of the whole log is the present. Of many wishes in a
   *  short time (a slider that is drawn) only the last one counts. */
  goTo(ply: number): Promise<void> {
    this.#wanted = ply;
    this.#going ??= this.#go().finally(() => (this.#going = undefined));
    return this.#going;
  }
  async #go(): Promise<void> {
    while (this.#wanted !== undefined) {
      const ply = Math.max(this.table.first, this.#wanted);
      this.#wanted = undefined;
      this.clear();
      if (ply >= this.table.ply) {
        this.past = this.#pastLook = undefined;
        continue;
      }
      try {
        this.#pastLook = await this.table.at(ply);
        this.past = ply;
      } catch (error) {
        this.notice = explain(error);
      }
    }
  }

  /** Nothing is selected, pointed at or asked. */
  clear(): void {
    this.selected = this.menu = this.hovered = this.pinned = this.pending = this.pointed = undefined;
  }
}

const KEY = Symbol('table');
export const provideUi = (ui: TableUi): TableUi => setContext(KEY, ui);
export const useUi = (): TableUi => getContext<TableUi>(KEY);
