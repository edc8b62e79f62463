// Everything this browser stores, in one file: matches, settings, progress, seats at tables of the server.
import { engine } from '../engine/client';
import type { StoredMatch } from '../engine/store';
import { language } from '../text/lang.svelte';
import { languages } from '../text/speaker';
import { settings } from './settings.svelte';

const PREFIX = 'casata.';
interface Keepsake {
  casata_keepsake: 1;
  matches: StoredMatch[];
  /** The stored values of the pages, by name. */
  kept: Record<string, unknown>;
}

export async function backup(): Promise<string> {
  const matches = await engine().call('all');
  const kept: Keepsake['kept'] = {};
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) kept[key] = JSON.parse(localStorage.getItem(key)!);
  }
  return JSON.stringify({ casata_keepsake: 1, matches, kept } satisfies Keepsake);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The file's values win; lists are merged by adding missing items. */
function merged(here: unknown, there: unknown): unknown {
  if (Array.isArray(here) && Array.isArray(there)) {
    const texts = new Set(there.map((item) => JSON.stringify(item)));
    return [...there, ...here.filter((item) => !texts.has(JSON.stringify(item)))];
  }
  return isObject(here) && isObject(there) ? { ...here, ...there } : there;
}

/** Reads such a file in; undefined: not such a file. Unverifiable matches are skipped and counted. */
export async function restore(text: string): Promise<{ games: number; broken: number } | undefined> {
  let file: Partial<Keepsake>;
  try {
    file = JSON.parse(text) as Partial<Keepsake>;
  } catch {
    return undefined;
  }
  if (!isObject(file) || file.casata_keepsake !== 1 || !Array.isArray(file.matches) || !isObject(file.kept)) return undefined;
  let games = 0, broken = 0;
  for (const match of file.matches) {
    const known = isObject(match) && /^[0-9a-f]{16}$/.test(String(match.id)) && typeof match.file === 'string';
    const taken = known ? await engine().call('restore', match).catch(() => undefined) : undefined;
    if (taken === undefined) broken++;
    else if (taken) games++;
  }
  for (const [key, value] of Object.entries(file.kept)) {
    if (!key.startsWith(PREFIX)) continue;
    const here = localStorage.getItem(key);
    localStorage.setItem(key, JSON.stringify(merged(here === null ? undefined : JSON.parse(here), value)));
  }
  settings.reread();
  const lang = languages.find(({ code }) => code === settings.lang)?.code;
  if (lang && lang !== language.code) await language.use(lang);
  return { games, broken };
}
