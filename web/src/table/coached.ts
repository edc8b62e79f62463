// The coach's comments by match, and the matches that are guided first games, stored in the browser. Knows no game.
import { keep, readKept } from '../app/settings.svelte';

const SAID = 'casata.coach', GUIDED = 'casata.guided';
/** Number of matches remembered. */
const MANY = 20;

const of = (key: string): [string, string][] => readKept<[string, string][]>(key, []);
const put = (key: string, id: string, text: string): void => keep(key, [[id, text], ...of(key).filter(([other]) => other !== id)].slice(0, MANY));
const get = (key: string, id: string): string => of(key).find(([other]) => other === id)?.[1] ?? '';

/** To one person of one match. */
export const saidTo = (match: string, seat: number): string => get(SAID, `${match}.${seat}`);
export const keepSaid = (match: string, seat: number, said: string): void => {
  if (said) put(SAID, `${match}.${seat}`, said);
};

/** A first game after the lessons: the coach speaks of mistakes too, and prompts are longer at first. */
export const isGuided = (match: string): boolean => get(GUIDED, match) !== '';
export const guide = (match: string): void => put(GUIDED, match, 'yes');
