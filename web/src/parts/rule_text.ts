// The text of a numbered rule, for help in place. The document is loaded on first use.
import { once } from '../once';
import { language } from '../text/lang.svelte';

export interface RulesDocument {
  title: string;
  toc: { id: string; title: string; level: number }[];
  html: string;
}
const files = import.meta.glob<string>('../../gen/rules/*.json', { query: '?url', import: 'default', eager: true });
const documentAt = once((url) => fetch(url).then((response) => response.json() as Promise<RulesDocument>));

/** Address of the rules in the language in use, else in English. */
function addressOf(game: string): { url: string | undefined; english: boolean } {
  const own = files[`../../gen/rules/${language.code}.${game}.json`];
  return { url: own ?? files[`../../gen/rules/${game}.json`], english: !own && language.code !== 'en' };
}

export async function rulesOf(game: string): Promise<{ document: RulesDocument; english: boolean } | undefined> {
  const { url, english } = addressOf(game);
  if (!url) return undefined;
  return { document: await documentAt(url), english };
}

/** The HTML of one rule, made by our own build from the rules document. */
export async function ruleText(game: string, rule: string): Promise<{ html: string; english: boolean } | undefined> {
  const rules = await rulesOf(game);
  if (!rules) return undefined;
  const page = new DOMParser().parseFromString(rules.document.html, 'text/html');
  const element = page.getElementById(rule);
  if (!element) return undefined;
  element.querySelector('.number')?.remove();
  for (const link of element.querySelectorAll('a')) {
    link.setAttribute('href', `#/rules/${game}/${link.getAttribute('href')?.slice(1)}`);
    link.setAttribute('target', '_blank');
  }
  // References to the rulebook belong to the whole document only.
  return { html: element.innerHTML.replace(/ ?\[\d[\d, -]*\]/g, ''), english: rules.english };
}
