// A person's input at a table: touching pieces and slots, choosing, looking back. Turns touches into decisions.
// Knows slots, pieces and choices, not games.
import { getContext, setContext } from 'svelte';
import { settings } from '../app/settings.svelte';
import { callBack } from '../app/attention';
import { ring } from '../app/sound';
import { gameName } from '../text/lang.svelte';
import type { Advice, Choice, CoachWord, Piece, Scene } from '../engine/types';
import { explain } from './explain';
import { byTouch } from './groups';
import { ServerError } from './server';
import type { Look, Table } from './table.svelte';

/** A coach that takes longer than this says that it is looking. */
const LOOKING_MS = 200;

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
/** A choice of a piece can be made with any identical piece in the same place. */
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
  /** Length of the log in view; undefined: the present. */
  past = $state<number>();
  #pastLook = $state.raw<Look>();
  selected = $state<number>();
  menu = $state.raw<{ choices: Choice[]; at: DOMRect }>();
  /** Under the pointer or focused. */
  hovered = $state.raw<Anchored>();
  /** Touched in vain: stays until the next touch. */
  pinned = $state.raw<Anchored>();
  /** Touched once: explained, with its effect. */
  aimed = $state.raw<Target>();
  /** A choice pointed at in the list. */
  pointed = $state.raw<Choice>();
  /** To be confirmed: it ends the turn, or gives up other options. */
  pending = $state.raw<Choice>();
  /** The further steps of the run that the coach holds up. */
  #rest: readonly string[] = [];
  hints = $state.raw<Advice[]>();
  /** The coach's comment on a choice made but not yet played. */
  coached = $state.raw<{ choice: Choice; word: CoachWord; better: Choice | undefined }>();
  /** The coach is taking longer. */
  looking = $state(false);
  #asking = false;
  notice = $state('');
  /** Code of the refusal in the notice. */
  #noticeCode = '';
  /** The board in view where only one fits: a seat, or -1 for the common one. */
  sheet = $state(-1);
  /** Where the last decision was made with keys, to restore the focus there. */
  keysAt: 'choices' | 'board' | undefined;
  /** The player whose board replaces one's own. */
  inspected = $state<number>();

  live = $derived(this.past === undefined);
  look = $derived.by((): Look | undefined => {
    if (this.past !== undefined) return this.#pastLook;
    const { scene, scores } = this.table;
    return scene && scores && { scene, scores };
  });
  scene = $derived<Scene | undefined>(this.look?.scene);
  choices = $derived.by((): Choice[] => {
    const may = this.live && !this.table.busy && !this.table.over && this.table.kind !== 'link';
    return may ? byTouch(this.scene?.choices ?? []) : [];
  });
  /** Places further along, where a touch makes several choices in sequence. */
  #runs = $derived(this.choices.length ? (this.scene?.runs ?? []) : []);
  #bySlot = $derived(bySlot(this.choices));
  #runsBySlot = $derived(bySlot(this.#runs));
  #byPiece = $derived(byPiece(this.choices, this.scene?.pieces ?? []));
  #runsByPiece = $derived(byPiece(this.#runs, this.scene?.pieces ?? []));
  /** Every choice in this slot is made by a piece that lies there: the pieces are lit instead of the place. */
  #holds(slot: number): boolean {
    return this.#bySlot.get(slot)?.every((c) => c.piece !== undefined && this.scene!.pieces[c.piece]!.slot === slot) ?? false;
  }
  /** Slots and pieces that can be touched now. */
  lit = $derived.by(() => {
    const slots = new Set<number>(), pieces = new Set<number>(this.#byPiece.keys());
    const chosen = this.selected === undefined ? undefined : this.#byPiece.get(this.selected);
    for (const [slot, choices] of this.#bySlot) {
      if (chosen && !choices.some((c) => chosen.includes(c))) continue;
      if (!this.#holds(slot)) slots.add(slot);
    }
    return { slots, pieces };
  });
  /** The piece that was chosen among others and is to be placed: it alone can leave their place. */
  carried = $derived.by((): number | undefined => {
    const slotOf = (piece: number) => this.scene?.pieces[piece]?.slot;
    const goes = (piece: number) => (this.#byPiece.get(piece) ?? []).some(({ slot }) => slot !== undefined && slot !== slotOf(piece));
    const pieces = [...this.#byPiece.keys()];
    return pieces.find((piece) => {
      const others = pieces.filter((other) => other !== piece && slotOf(other) === slotOf(piece));
      return goes(piece) && others.length > 0 && !others.some(goes);
    });
  });
  /** Slots where a touch takes several steps. */
  far = $derived.by((): ReadonlySet<number> => {
    const runs = this.selected === undefined ? this.#runs : (this.#runsByPiece.get(this.selected) ?? []);
    return new Set(runs.map((run) => run.slot!).filter((slot) => !this.lit.slots.has(slot)));
  });
  /** Pieces that come into play with the choice pointed at, on the board or in the list. */
  lights = $derived.by((): ReadonlySet<number> => {
    const aim = this.aimed ?? this.hovered?.target;
    const choices = this.pending ?? this.pointed ?? this.menu?.choices ?? (aim ? this.choicesAt(aim) : []);
    return new Set([choices].flat().flatMap((choice) => choice.lights ?? []));
  });
  /** The target of the choice pointed at in the list. */
  marked = $derived.by(() => {
    const { slot, piece } = this.pointed ?? {};
    const inside = piece !== undefined && this.scene?.pieces[piece]?.slot === slot;
    return { slot: inside ? undefined : slot, piece };
  });

  /** Of a decision in the report: the played action, and the better one. */
  verdict = $state.raw<{ played: Choice | undefined; better: Choice | undefined }>();
  /** Its marks on slots and pieces. */
  signs = $derived.by(() => {
    const slots = new Map<number, string>(), pieces = new Map<number, string>();
    const better = this.verdict?.better ?? this.coached?.better;
    for (const [sign, choice] of [['worse', this.verdict?.played], ['better', better]] as const) {
      if (choice?.piece !== undefined) pieces.set(choice.piece, sign);
      if (choice?.slot !== undefined && this.scene?.pieces[choice.piece ?? -1]?.slot !== choice.slot) slots.set(choice.slot, sign);
    }
    return { slots, pieces };
  });
  /** Pieces moved by the turn in view. */
  moved = $state.raw<ReadonlySet<number>>(new Set());

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
    if (own?.length) return own;
    const here = target.piece !== undefined && this.#holds(target.slot) ? undefined : this.#bySlot.get(target.slot); // another piece cannot stand in
    return here ?? this.#runsBySlot.get(target.slot) ?? [];
  }

  /** `touch`: by finger, which cannot hover: the first touch explains, the second acts. */
  press(target: Target, at: DOMRect, touch = false): void {
    this.menu = this.pinned = undefined;
    const choices = this.choicesAt(target);
    const { piece } = target;
    const again = this.aimed?.slot === target.slot && this.aimed.piece === piece;
    this.aimed = touch && settings.twice && choices.length && !again ? target : undefined;
    if (!choices.length) {
      this.selected = undefined;
      this.pinned = { target, at };
      this.table.touched(target);
      return;
    }
    const going = this.#goals(target).length > 0;
    if (!going && piece !== undefined && this.#byPiece.has(piece) && choices.some((c) => c.slot !== undefined && c.slot !== target.slot)) {
      this.selected = this.selected === piece ? undefined : piece;
      return;
    }
    if (this.aimed) return;
    const beside = piece === undefined && this.#holds(target.slot); // of the pieces that are lit: asks
    if (choices.length === 1 && !beside) void this.choose(choices[0]!);
    else this.menu = { choices, at };
  }

  /** Makes a choice, or asks first if it ends the turn and the person wants to be asked. A run goes step by step: a
   *  step that has become impossible ends it. */
  async choose(choice: Choice): Promise<void> {
    if (this.table.busy || !this.live || this.#asking) return;
    this.clear();
    await this.attempt(this.#walk(choice.steps ?? [choice.action], true));
  }
  async #walk(steps: readonly string[], coached: boolean): Promise<void> {
    for (const [i, action] of steps.entries()) {
      const step = this.choices.find((c) => c.action === action);
      this.#rest = steps.slice(i + 1);
      if (!step || (coached && (await this.#coach(step))) || (await this.#confirms(step))) return;
      await this.#act(step);
    }
  }
  /** The step waits for an answer: it ends the turn, or gives up other options. */
  async #confirms(step: Choice): Promise<boolean> {
    const passes = step.ending === 'pass' && this.choices.length > 1 && this.table.kind !== 'lesson'; // lessons reply, and can go back
    if (!passes && !(settings.confirm && (await this.table.endsTurn(step.action)))) return false;
    this.pending = step;
    return true;
  }
  async confirm(): Promise<void> {
    const choice = this.pending;
    this.pending = undefined;
    if (choice) await this.attempt(this.#act(choice));
  }
  /** Asks the coach; true: it has a comment, or the table has changed since. */
  async #coach(choice: Choice): Promise<boolean> {
    const level = settings.coach;
    if (level === 'off' || this.choices.length < 2 || !this.table.hintsAllowed) return false;
    const { ply } = this.table;
    const slow = setTimeout(() => (this.looking = true), LOOKING_MS);
    this.#asking = true;
    try {
      const word = await this.table.coach(choice.action, level);
      if (this.table.ply !== ply || !this.live) return true;
      const better = word?.betterAction === undefined ? undefined : this.choices.find((c) => c.action === word.betterAction);
      this.coached = word && { choice, word, better };
      return word !== undefined;
    } finally {
      clearTimeout(slow);
      this.#asking = this.looking = false;
    }
  }
  /** Plays the choice in spite of the coach. */
  async insist(): Promise<void> {
    if (!this.coached) return;
    const { choice, word } = this.coached;
    this.coached = undefined;
    await this.attempt((async () => {
      if (word.name) await this.table.coachKept(word.name);
      await this.#act(choice);
      await this.#walk(this.#rest, false);
    })());
  }
  async #act(choice: Choice): Promise<void> {
    this.hints = this.inspected = undefined; // the next decision is made on one's own board
    this.notice = '';
    ring('move');
    const before = this.table.log.length;
    await this.table.act(choice.action);
    if (this.table.over) ring('end');
    else if (this.table.mine && this.table.log.slice(before + 1).some((entry) => entry.seat !== this.table.viewer)) void callBack(gameName(this.table.game));
  }

  fail(error: unknown): void {
    this.#noticeCode = error instanceof ServerError ? error.code : '';
    this.notice = explain(error);
  }
  /** The message no longer holds: the connection is back, or the table has changed. */
  settle(by: 'line' | 'move'): void {
    const ofLine = ['offline', 'timeout', 'unavailable'].includes(this.#noticeCode);
    if (by === 'line' ? ofLine : this.#noticeCode !== 'stale') this.notice = '';
  }
  /** Awaits a requested action; a failure becomes a notice. */
  async attempt(action: Promise<void>): Promise<void> {
    try {
      await action;
    } catch (error) {
      this.fail(error);
    }
  }
  async undo(ply: number): Promise<void> {
    this.clear();
    this.hints = undefined;
    await this.attempt(this.table.undoTo(ply));
  }
  async hint(): Promise<void> {
    if (!this.table.mine || !this.live || !this.table.hintsAllowed) return;
    try {
      this.hints = (await this.table.advise()).slice(0, 3);
    } catch (error) {
      this.fail(error);
    }
  }

  #wanted: number | undefined;
  #going: Promise<void> | undefined;
  /** Shows the position after `ply` entries; the length of the whole log is the present. Of many requests in a
   *  short time (dragging a slider) only the last one counts. */
  goTo(ply: number): Promise<void> {
    this.#wanted = ply;
    this.#going ??= this.#go().finally(() => (this.#going = undefined));
    return this.#going;
  }
  async #go(): Promise<void> {
    while (this.#wanted !== undefined) {
      const ply = Math.max(this.table.first, this.#wanted);
      this.#wanted = this.verdict = undefined;
      this.clear();
      if (ply >= this.table.ply) {
        this.past = this.#pastLook = undefined;
        continue;
      }
      try {
        this.#pastLook = await this.table.at(ply);
        this.past = ply;
      } catch (error) {
        this.fail(error);
      }
    }
  }

  /** Keeps a position on screen while the table goes on. */
  hold(look: Look, ply: number): void {
    this.clear();
    this.verdict = undefined;
    this.#pastLook = look;
    this.past = ply;
  }

  /** Clears selections, pointers and questions. */
  clear(): void {
    this.selected = this.menu = this.hovered = this.pinned = this.aimed = this.pending = this.pointed = this.coached = undefined;
  }
}

const KEY = Symbol('table');
export const provideUi = (ui: TableUi): TableUi => setContext(KEY, ui);
export const useUi = (): TableUi => getContext<TableUi>(KEY);
