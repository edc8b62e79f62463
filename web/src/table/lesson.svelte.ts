// A lesson as a table: the engine's match, played by the file of a course. Knows no game.
import type { Door } from '../engine/engine';
import { lookOf } from '../engine/local_match';
import type { Advice, Review } from '../engine/types';
import { language, t } from '../text/lang.svelte';
import { explain } from './explain';
import { gentleSeats } from './first_game';
import { openCourse, progress } from './lessons.svelte';
import { type Look, Table, type Taught } from './table.svelte';
import type { Target } from './ui.svelte';

/** Where a lesson is (docs/protocol.md). */
export interface LessonState {
  id: string;
  number: number;
  count: number;
  title: string;
  step: number;
  steps: number;
  text: string;
  over: boolean;
  next: boolean;
  back: boolean;
  wrong: number;
  show?: { action: string; text: string };
  lit: { slots: string[]; pieces: number[]; counters: string[] };
  moves: string[];
}
type Reply = ReturnType<Door['ask']>;
const never = () => Promise.reject(new Error('not in a lesson'));

export class LessonTable extends Table {
  override readonly kind = 'lesson';
  readonly lessonName: string;
  lesson = $state.raw<LessonState>();
  /** The reply to a wrong choice. */
  reply = $state('');
  /** Counts wrong choices: the lights pulse again. */
  pulse = $state(0);
  #door: Door | undefined;
  #closed = false;

  constructor(game: string, lesson: string) {
    super();
    this.lessonName = lesson;
    this.viewer = 0;
    void this.#begin(game).catch((error) => (this.failure = explain(error)));
  }
  async #begin(game: string): Promise<void> {
    const door = await openCourse(game);
    if (this.#closed) return door.close();
    this.#door = door;
    this.game = game;
    const begun = door.ask({ cmd: 'learn', game, lesson: this.lessonName, lang: language.code });
    this.#name(lookOf(door.ask({ cmd: 'view', seat: 0 })).scores.ranks.length);
    this.#take(door.ask({ cmd: 'learn', game, lesson: this.lessonName, moves: progress.moves(game, begun['lesson'].id), lang: language.code }));
  }
  /** The texts of the lesson name the seats as the table does. */
  #name(count: number): void {
    this.seats = Array.from({ length: count }, (_, seat) => ({ kind: seat ? 'bot' : 'human', name: seat ? (count > 2 ? t('web.learn_rival_n', seat) : t('web.learn_rival')) : t('web.learn_you') }));
    this.seats.forEach(({ name }, seat) => this.#door?.ask({ cmd: 'seat', seat, name }));
  }
  close(): void {
    this.#closed = true;
    this.#door?.close();
    this.#door = undefined;
  }

  #take(reply: Reply): void {
    const lesson = reply['lesson'] as LessonState;
    const view = this.#door!.ask({ cmd: 'view', seat: 0 });
    const look = lookOf(view);
    const slots = new Set(lesson.lit.slots), pieces = new Set(lesson.lit.pieces);
    this.taught = {
      slots: new Set(look.scene.slots.flatMap((slot, index) => (slots.has(slot.name) ? [index] : []))),
      pieces: new Set(look.scene.pieces.flatMap((piece, index) => (pieces.has(piece.id) ? [index] : []))),
      counters: new Set(lesson.lit.counters),
    } satisfies Taught;
    this.lesson = lesson;
    this.reply = reply['reply'] ?? '';
    if (this.reply) this.pulse++;
    this.ply = view['entries'];
    this.toAct = lesson.over || lesson.next ? [] : (view['to_act'] as (number | 'chance')[]).filter((seat) => seat === 0) as number[];
    this.over = view['over'];
    this.scores = look.scores;
    const { log } = this.#door!.ask({ cmd: 'log', seat: 0, from: 0 });
    this.log = log.map(({ entry, seat, events }: Reply) => ({ ply: entry, seat, events }));
    this.scene = lesson.over || lesson.next ? { ...look.scene, choices: [], runs: [] } : look.scene;
    progress.note(this.game, lesson.id, lesson.moves, lesson.over);
  }
  #ask(request: Record<string, unknown>): void {
    if (this.#door && this.lesson) this.#take(this.#door.ask({ cmd: 'lesson', lang: language.code, ...request }));
  }
  /** Renders the texts again in the current language. */
  speak(): void {
    if (!this.lesson) return;
    const { reply } = this;
    this.#name(this.seats.length);
    this.#ask({});
    this.reply ||= reply && '';
  }

  override async act(action: string): Promise<void> {
    this.#ask({ action });
  }
  /** The match of the lesson as a file, with bots on the other seats. The lesson itself stays. */
  async match(): Promise<string> {
    const door = await openCourse(this.game), { moves } = this.lesson!;
    try {
      door.ask({ cmd: 'learn', game: this.game, lesson: this.lessonName, moves, lang: language.code });
      gentleSeats(this.seats.length).forEach((seat, i) => door.ask({ cmd: 'seat', seat: i, ...seat }));
      return door.ask({ cmd: 'save', text: true })['file'];
    } finally {
      door.close();
    }
  }
  next(): void {
    this.#ask({ do: 'next' });
  }
  back(): void {
    this.#ask({ do: 'back' });
  }
  again(): void {
    if (this.#door) this.#take(this.#door.ask({ cmd: 'learn', game: this.game, lesson: this.lessonName, lang: language.code }));
  }
  /** A touch where nothing can be done: the lesson may comment on it. */
  override touched({ slot, piece }: Target): void {
    const name = this.scene?.slots[slot]?.name;
    const id = piece === undefined ? undefined : this.scene?.pieces[piece]?.id;
    if (!this.lesson?.next && !this.lesson?.over) this.#ask({ slot: name, ...(id !== undefined && { piece: id }) });
  }

  undoTo(): Promise<void> {
    this.back();
    return Promise.resolve();
  }
  at(): Promise<Look> {
    return never();
  }
  atAs(): Promise<Look> {
    return never();
  }
  tryOut(): Promise<string> {
    return never();
  }
  advise(): Promise<Advice[]> {
    return Promise.resolve([]);
  }
  endsTurn(): Promise<boolean> {
    return Promise.resolve(false);
  }
  file(): Promise<string> {
    return never();
  }
  review(): Promise<Review> {
    return never();
  }
  share(): Promise<string> {
    return never();
  }
}
