#!/usr/bin/env node
// web_build_examples: worked examples for the browser, out of the scenarios of a game that prove one: each scenario whose
// line `rules:` names an X number becomes an example in the notation of lessons (docs/guide.md), positions and decisions
// without what the scenario expects. Those that need more than that notation are left out.
// usage: tools/web_build_examples.mjs SCENARIO_DIR OUT_FILE
// example: tools/web_build_examples.mjs tests/scenarios/signorie web/gen/examples/signorie.txt
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A line of a scenario as a line of a lesson; undefined: not needed; null: not possible. */
function translate(line, name) {
  const [, word, rest] = /^([a-z-]+):?\s*(.*)$/.exec(line) ?? [];
  if (word === 'start') return `new ${rest}`;
  if (word === 'base') return `use ${name(rest)}`;
  if (['chance', 'play', 'set'].includes(word)) return `${word} ${rest}`;
  if (word === 'any-chance') return 'chance *';
  if (['mark', 'same', 'out'].includes(word)) return null;
  return undefined;
}
const uncommented = (line) => line.replace(/(^|\s)#.*$/, '').trimEnd();
const safe = (name) => name.replace(/[^A-Za-z0-9_]/g, '_');

/** Blocks of a file: bases and scenarios, each with its lines. */
function blocksOf(text) {
  const blocks = [];
  for (const line of text.split('\n').map(uncommented)) {
    const base = /^base (\S+)$/.exec(line), title = /^== (.*)$/.exec(line);
    if (base || title) blocks.push({ base: base?.[1], lines: [] });
    else if (line.trim()) blocks.at(-1)?.lines.push(line.trim());
  }
  return blocks;
}

export function convert(files) {
  const bases = new Map(), wanted = [], examples = [];
  const namer = (file, own) => (name) => (own.has(name) ? `${safe(file)}_${safe(name)}` : safe(name));
  for (const [file, text] of files) {
    const shared = file.startsWith('_'), blocks = blocksOf(text);
    const own = new Set(shared ? [] : blocks.flatMap(({ base }) => base ?? []));
    const name = namer(file.replace(/\.txt$/, ''), own);
    for (const { base, lines } of blocks) {
      const made = lines.map((line) => translate(line, name));
      const out = made.filter((line) => line);
      if (base) {
        bases.set(name(base), made.includes(null) ? undefined : out);
        continue;
      }
      const rules = lines.find((line) => line.startsWith('rules:'))?.slice(6).trim().split(/\s+/) ?? [];
      const starts = lines.filter((line) => /^(start|base):/.test(line)).length;
      const changed = Math.max(-1, ...out.map((line, i) => (/^(new|use|set) /.test(line) ? i : -1)));
      const decided = out.some((line, i) => i > changed && line.startsWith('play '));
      const refused = lines.some((line) => /^(broken|fails|refuse-start)/.test(line));
      if (!rules.some((rule) => /^X\d/.test(rule)) || !rules.some((rule) => /^[RG]\d/.test(rule)) || made.includes(null) || starts !== 1 || !decided || refused) continue;
      examples.push({ rules, out });
    }
  }
  const need = (lines) => {
    for (const [, base] of lines.map((line) => /^use (\S+)$/.exec(line)).filter(Boolean)) {
      if (wanted.includes(base)) continue;
      wanted.push(base);
      need(bases.get(base) ?? []);
    }
  };
  const usable = (lines) => lines.every((line) => {
    const base = /^use (\S+)$/.exec(line)?.[1];
    return !base || (bases.get(base) && usable(bases.get(base)));
  });
  const good = examples.filter(({ out }) => usable(out));
  for (const { out } of good) need(out);
  const text = [];
  for (const base of [...bases.keys()].filter((name) => wanted.includes(name))) text.push(`base ${base}`, ...bases.get(base), '');
  good.forEach(({ rules, out }, i) => text.push(`example ${rules.find((rule) => /^X\d/.test(rule))}_${i + 1}`, `rules ${rules.join(' ')}`, ...out, ''));
  return { text: text.join('\n'), count: good.length };
}

function main([from, to]) {
  if (!to) {
    console.error('usage: web_build_examples.mjs SCENARIO_DIR OUT_FILE');
    process.exit(2);
  }
  const names = existsSync(from) ? readdirSync(from).filter((name) => name.endsWith('.txt')).sort() : [];
  // Shared bases first.
  names.sort((a, b) => Number(b.startsWith('_')) - Number(a.startsWith('_')));
  const { text, count } = convert(names.map((name) => [name, readFileSync(join(from, name), 'utf8')]));
  if (count) writeFileSync(to, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
