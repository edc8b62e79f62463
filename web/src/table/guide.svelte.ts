// How to play, on one page: the guide of a game, fetched when read, and the positions of its pictures.
// Knows no game.
import type { Door } from '../engine/engine';
import { language, t } from '../text/lang.svelte';
import type { Example, Guide } from './guide_view';
import { guideUrl } from './guides';
import { type Look, Table } from './table.svelte';

const examples = import.meta.glob<string>('../../gen/examples/*.txt', { query: '?url', import: 'default', eager: true });
const exampleUrl = (game: string) => examples[`../../gen/examples/${game}.txt`];
export const hasExamples = (game: string): boolean => exampleUrl(game) !== undefined;

/** A handle to the engine that has the words of the game, and the content of the file. */
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

const never = () => Promise.reject(new Error('not in a picture'));
/** A position for viewing only. */
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
