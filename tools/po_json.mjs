#!/usr/bin/env node
// po_json: translations for the browser: po/<lang>/<domain>.po becomes <out>/<lang>.<domain>.json, an object
// from id to text, or to the list of its plural forms; the plural rule is under "". Messages "web.*" of a game (its name and
// options on the pages where it is chosen) go to the domain web.
// usage: tools/po_json.mjs PO_DIR OUT_DIR        example: tools/po_json.mjs po web/gen/po
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

// What only the terminal shows.
const skipped = /^[^.]+\.glyph\./;

export function parsePo(text) {
  const entries = [];
  let entry, field;
  const start = () => entries.push((entry = { id: '', forms: [], plural: false }));
  for (const [i, line] of text.split('\n').entries()) {
    const match = /^(?:(msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?(".*")\s*$/.exec(line);
    if (!match) {
      if (line.trim() && !line.startsWith('#')) throw new Error(`line ${i + 1}: not understood: ${line}`);
      continue;
    }
    const value = JSON.parse(match[2]);
    if (match[1]) field = match[1];
    if (match[1] === 'msgid') start();
    if (match[1] === 'msgid_plural') entry.plural = true;
    if (match[1]?.startsWith('msgstr')) entry.forms.push('');
    if (field === 'msgid') entry.id += value;
    else if (field.startsWith('msgstr')) entry.forms[entry.forms.length - 1] += value;
  }
  return entries;
}

export function catalogue(entries) {
  const out = {};
  for (const { id, forms, plural } of entries) {
    if (id === '') out[''] = /plural=(.*?);\s*$/m.exec(forms[0])?.[1] ?? '0';
    else if (!skipped.test(id)) out[id] = plural ? forms : forms[0];
  }
  return out;
}

function main([from, to]) {
  if (!to) {
    console.error('usage: po_json.mjs PO_DIR OUT_DIR');
    process.exit(2);
  }
  mkdirSync(to, { recursive: true });
  for (const lang of readdirSync(from)) {
    const domains = new Map();
    for (const file of readdirSync(join(from, lang)).filter((name) => name.endsWith('.po'))) {
      const domain = basename(file, '.po');
      if (domain === 'ui') continue; // the command line's own words
      for (const entry of parsePo(readFileSync(join(from, lang, file), 'utf8'))) {
        const where = entry.id.startsWith('web.') ? 'web' : domain;
        domains.set(where, [...(domains.get(where) ?? []), entry]);
      }
    }
    for (const [domain, entries] of domains) writeFileSync(join(to, `${lang}.${domain}.json`), JSON.stringify(catalogue(entries)));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
