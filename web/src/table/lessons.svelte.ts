// The courses of the games: their files, fetched on demand, and the progress, stored in the browser.
import { keep, readKept } from '../app/settings.svelte';
import type { Door } from '../engine/engine';
import { language } from '../text/lang.svelte';

export interface LessonInfo {
  id: string;
  title: string;
  idea: string;
  minutes: number;
}
export interface Course {
  about: string[];
  misses: string[];
  lessons: LessonInfo[];
}

const files = import.meta.glob<string>('../../gen/lessons/*.txt', { query: '?url', import: 'default', eager: true });
const urlOf = (game: string) => files[`../../gen/lessons/${game}.txt`];
export const hasLessons = (game: string): boolean => urlOf(game) !== undefined;

/** A handle to the engine that has the words of the game and of its lessons, and the lessons themselves. */
export async function openCourse(game: string): Promise<Door> {
  const url = urlOf(game);
  if (!url) throw new Error(`no lessons of ${game}`);
  const [response] = await Promise.all([fetch(url), language.need(game, `${game}_lessons`)]);
  if (!response.ok) throw new Error(`lessons of ${game}: ${response.status}`);
  const door = await language.open();
  door.give(new Uint8Array(await response.arrayBuffer()), { cmd: 'lessons', game, lang: language.code });
  return door;
}
export const courseOf = (door: Door, game: string): Course =>
  door.ask({ cmd: 'lessons', game, lang: language.code }) as unknown as Course;

/** Finished lessons, and the moves of an unfinished one. */
interface Learned {
  done: string[];
  left: Record<string, string[]>;
}
class Progress {
  #kept = $state<Record<string, Learned>>(readKept('casata.lessons', {}));

  #of(game: string): Learned {
    const { done = [], left = {} } = this.#kept[game] ?? {};
    return { done, left };
  }
  #put(game: string, learned: Learned): void {
    this.#kept[game] = learned;
    keep('casata.lessons', this.#kept);
  }
  finished(game: string, lesson: string): boolean {
    return this.#of(game).done.includes(lesson);
  }
  moves(game: string, lesson: string): string[] {
    return this.#of(game).left[lesson] ?? [];
  }
  note(game: string, lesson: string, moves: string[], over: boolean): void {
    const { done, left } = this.#of(game);
    const others = Object.fromEntries(Object.entries(left).filter(([id]) => id !== lesson));
    this.#put(game, {
      done: over && !done.includes(lesson) ? [...done, lesson] : done,
      left: over || !moves.length ? others : { ...others, [lesson]: moves },
    });
  }
}
export const progress = new Progress();
