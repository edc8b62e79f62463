// How to play a game, on one page: the guide of a game, fetched when somebody reads it, and the positions of its pictures.
// Knows no game.
import type { Door } from '../engine/engine';
import { lookOf } from '../engine/local_match';
import type { LogEntry } from '../engine/types';
import { language, t } from '../text/lang.svelte';
import { guideUrl } from './guides';
import { type Look, Table } from './table.svelte';

/** docs/protocol.md, "guide". */
export interface GuideLine {
  is: 'text' | 'item' | 'point' | 'row' | 'show';
  text?: string;
  icons?: string[];
  picture?: string;
}
export interface GuideSection {
  id: string;
  title: string;
  lines: GuideLine[];
}
export interface GuidePicture {
  id: string;
  text: string;
  /** "common", "p0" or "pieces". */
  of: string;
  /** Names of slots, or numbers of pieces; none: all of it. */
  crop: (string | number)[];
  marks: { text: string; at: (string | number)[] }[];
}
export interface Sign {
  is: 'sign' | 'each' | 'bare';
  symbols: string[];
  /** The kind of piece that a face lies on. */
  on?: string;
}
export interface Guide {
  about: string[];
  misses: string[];
  sections: GuideSection[];
  pictures: GuidePicture[];
  legend: { id: string; title: string; signs: Sign[] }[];
}
export interface Example {
  id: string;
  rules: string[];
}

const examples = import.meta.glob<string>('../../gen/examples/*.txt', { query: '?url', import: 'default', eager: true });
const exampleUrl = (game: string) => examples[`../../gen/examples/${game}.txt`];
export const hasExamples = (game: string): boolean => exampleUrl(game) !== undefined;

/** A door of the engine that has the words of the game and what the file says. */
async function open(url: string | undefined, game: string, cmd: string, ...words: string[]): Promise<Door> {
  if (!url) throw new Error(`no ${cmd} of ${game}`);
  const [response] = await Promise.all([fetch(url), language.need(game, ...words)]);
  if (!response.ok) throw new Error(`${cmd} of ${game}: ${response.status}`);
  const door = await language.open();
  door.give(new Uint8Array(await response.arrayBuffer()), { cmd, game, lang: language.code });
  return door;
}
export const openGuide = (game: string): Promise<Door> => open(guideUrl(game), game, 'guide', 'how', `${game}_guide`, `${game}_lessons`);
export const openExamples = (game: string): Promise<Door> => open(exampleUrl(game), game, 'examples', 'how');

export const guideOf = (door: Door, game: string): Guide => door.ask({ cmd: 'guide', game, lang: language.code }) as unknown as Guide;
export const examplesOf = (door: Door, game: string): Example[] => door.ask({ cmd: 'examples', game })['examples'];

/** The position of a picture, as the learner sees it. */
export function lookAtPicture(door: Door, game: string, picture: string): Look {
  door.ask({ cmd: 'picture', game, picture });
  return lookOf(door.ask({ cmd: 'view', seat: 0 }));
}

export interface ExampleSteps {
  /** Whose eyes it is seen with. */
  seat: number;
  /** Before the first decision, and after each. */
  looks: Look[];
  log: LogEntry[];
}
/** An example from its beginning to its end. */
export function lookAtExample(door: Door, game: string, example: string): ExampleSteps {
  door.ask({ cmd: 'example', game, example });
  const { log } = door.ask({ cmd: 'log', seat: 0, from: 0 });
  const deciders = log.map(({ seat }: { seat: number | 'chance' }) => seat).filter((seat: number | 'chance') => seat !== 'chance');
  const seat = (deciders[0] as number | undefined) ?? 0;
  const told = door.ask({ cmd: 'log', seat, from: 0 })['log'] as { entry: number; seat: number | 'chance'; turn: number; events: LogEntry['events'] }[];
  const looks = [...told, undefined].map((_, entries) => lookOf(door.ask({ cmd: 'view', seat, entries })));
  return { seat, looks, log: told.map(({ entry, ...rest }) => ({ ply: entry, ...rest })) };
}

const never = () => Promise.reject(new Error('not in a picture'));
/** A position that is only looked at. */
export class StillTable extends Table {
  override readonly kind = 'link';
  constructor(game: string, look: Look, seat = 0) {
    super();
    this.game = game;
    this.viewer = seat;
    this.show(look);
  }
  show(look: Look): void {
    const seats = look.scores.ranks.length;
    this.seats = look.scores.ranks.map((_, seat) => ({ kind: seat ? 'bot' : 'human', name: seat ? (seats > 2 ? t('how.rival_n', seat) : t('how.rival')) : t('how.you') }));
    this.scene = { ...look.scene, choices: [], runs: [], blocked: [], vain: [] };
    this.scores = look.scores;
  }
  override act = never;
  override undoTo = never;
  override at = never;
  override atAs = never;
  override tryOut = never;
  override advise = () => Promise.resolve([]);
  override endsTurn = () => Promise.resolve(false);
  override file = never;
  override review = never;
  override share = never;
  override close(): void {}
}
