#!/usr/bin/env node
// board_check: does web/boards/GAME.svg keep to web/boards/README.md and fit the scenes of the game?
// usage: tools/board_check.mjs [--casata PROGRAM] [--root DIR] GAME...
// Plays random games with all options (build/casata by default) and compares: every slot has its one place and every
// place its slot; every piece, face and print has its symbol; every title has its message in all languages;
// every colour, also of the players, is one of theme.css. Ends with "N passed, N failed"; status 0 only if nothing failed.
// example: tools/board_check.mjs --casata build/casata signorie
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MAX_GZIP = 40 * 1024;
const args = process.argv.slice(2);
const here = fileURLToPath(import.meta.url);

function usage() {
  return readFileSync(here, 'utf8').split('\n').slice(1, 7).map((line) => line.slice(3)).join('\n');
}
function option(name, otherwise) {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
}
if (args.includes('--help')) {
  console.log(usage());
  process.exit(0);
}
const root = option('--root', join(dirname(here), '..'));
const program = option('--casata', join(root, 'build/casata'));
if (!args.length || args.some((arg) => arg.startsWith('-'))) {
  console.error(usage());
  process.exit(2);
}

let passed = 0, failed = 0;
function check(what, faults) {
  if (faults.length) {
    failed++;
    console.log(`FAIL ${what}: ${faults.slice(0, 8).join('; ')}${faults.length > 8 ? `; and ${faults.length - 8} more` : ''}`);
  } else passed++;
}

/** Start tags in order: name, attributes, and the id of the board (common, player) they are in. */
function readTags(text) {
  const tags = [], faults = [], open = [];
  for (const [, close, name, rest, empty] of text.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (close) {
      if (open.pop()?.name !== name) faults.push(`</${name}> closes something else`);
      continue;
    }
    const attributes = Object.fromEntries([...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]));
    const board = open.find((tag) => tag.name === 'svg' && tag.attributes.id)?.attributes.id;
    const tag = { name, attributes, board };
    tags.push(tag);
    if (!empty) open.push(tag);
  }
  if (open.length) faults.push(`<${open.at(-1).name}> is not closed`);
  if ((text.match(/<\w/g) ?? []).length !== tags.length) faults.push('there are tags that cannot be read');
  return { tags, faults };
}

const values = (tags, attribute) => tags.flatMap((tag) => (attribute in tag.attributes ? [tag.attributes[attribute]] : []));
const twice = (list) => [...new Set(list.filter((item, i) => list.indexOf(item) !== i))];

function engine(requests) {
  const run = spawnSync(program, ['engine'], { input: requests.map((r) => `${JSON.stringify(r)}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.error) throw new Error(`${program}: ${run.error.message}`);
  return run.stdout.trim().split('\n').map((line) => JSON.parse(line));
}

/** Option sets that show every value of every option available to that number of players: the standard, and each other value alone. */
function optionSets(options, count) {
  return [{}, ...options.filter(({ seats }) => seats.includes(count)).flatMap(({ id, values, default: usual }) => values.filter((value) => value !== usual).map((value) => ({ [id]: value })))];
}

/** The contents of scenes of this game: slots without seats (those of one player apart), kinds, faces and prints, over all
 *  numbers of players and all options. Hands of players need no place on a board, trees have one for all of them. */
function readScenes(game) {
  const info = engine([{ cmd: 'games' }])[0].games.find((g) => g.id === game);
  if (!info) throw new Error(`there is no game "${game}"`);
  const seen = { units: new Set(), several: new Set(), alone: new Set(), hands: new Set(), trees: new Set(), kinds: new Set(), faces: new Set(), prints: new Set(), colours: new Set(), seats: Math.max(...info.seats) };
  for (const seats of info.seats) for (const [seed, options] of optionSets(info.options, seats).entries()) {
    const requests = [{ cmd: 'new', game, seats, seed: seed + 7, options }];
    for (let i = 0; i < 40; i++) requests.push({ cmd: 'view', seat: 0 }, { cmd: 'random', plies: 15 });
    for (const { ok, error, view } of engine(requests)) {
      if (!ok && error.code !== 'over') throw new Error(error.message);
      const layouts = new Map((view?.families ?? []).map((family) => [family.name, family.layout]));
      for (const slot of view?.slots ?? []) {
        const [name, , ...prints] = [slot].flat();
        const place = name.replace(/^p\d+\./, 'p.'), own = place.startsWith('p.');
        const family = place.split('.')[own ? 1 : 0], layout = layouts.get(family);
        if (layout === 'tree') seen.trees.add(own ? `p.${family}` : family);
        else if (layout === 'fan' && own) seen.hands.add(place);
        else seen[seats === 1 ? 'alone' : 'several'].add(place);
        for (const print of prints) if (typeof print === 'string' && print) seen.prints.add(print);
      }
      for (const { unit } of view?.counters ?? []) seen.units.add(unit);
      for (const colour of view?.colours ?? []) if (colour) seen.colours.add(colour);
      for (const piece of view?.pieces ?? []) {
        seen.kinds.add(piece.kind);
        if (piece.face) seen.faces.add(piece.face);
      }
    }
  }
  return seen;
}

/** All words of the lists that these words are of. */
function wholeLists(words, ids, game) {
  const lists = new Set([...words].map((word) => word.slice(0, word.indexOf('.'))));
  return ids.filter((id) => id.startsWith(`${game}.`)).map((id) => id.slice(game.length + 1)).filter((word) => lists.has(word.split('.')[0]));
}

function checkFile(text, tags, faults) {
  check('the file can be read', faults);
  check('no script, style, raster picture or foreign address', [
    ...tags.filter((tag) => /^(script|style|image|foreignObject)$/.test(tag.name)).map((tag) => `<${tag.name}>`),
    ...tags.flatMap((tag) => Object.keys(tag.attributes).filter((name) => name === 'style' || /^on/.test(name))),
    ...values(tags, 'href').filter((href) => !href.startsWith('#')),
  ]);
  const ids = values(tags, 'id');
  check('ids are unique', twice(ids));
  check('the boards have no ids inside', values(tags.filter((tag) => tag.board), 'id'));
  check('common and player exist', ['common', 'player'].filter((id) => !tags.some((tag) => tag.name === 'svg' && tag.attributes.id === id)));
  const links = [...text.matchAll(/(?:href="|url\()#([^")]+)/g)].map((m) => m[1]);
  check('everything referred to exists', [...new Set(links)].filter((id) => !ids.includes(id)));
  const size = gzipSync(text, { level: 9 }).length;
  check('size', size > MAX_GZIP ? [`${size} bytes compressed, at most ${MAX_GZIP}`] : []);
}

function checkColours(text, theme, players) {
  const light = Object.fromEntries([...theme.slice(0, theme.indexOf('}')).matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1], m[2].trim()]));
  const inherited = ['--seat', '--seat-ink'];
  check('colours are those of theme.css', [...new Set([...text.matchAll(/var\((--[\w-]+),(#\w+)\)/g)].map((m) => m[0]))].filter((use) => {
    const [, name, fallback] = /\((.*),(.*)\)/.exec(use);
    return !inherited.includes(name) && light[name] !== fallback;
  }));
  check('colours of the players are in theme.css', [...players].flatMap((word) => [`--colour-${word}`, `--colour-${word}-ink`]).filter((name) => !(name in light)));
}

/** The boards that a board is put together from. */
const crops = (tags, sheet) => values(tags.filter((tag) => tag.board === sheet), 'data-of');

/** In a summary every text can be read at the smallest width that the file allows. */
const LEGIBLE_PX = 9;
function checkSummary(tags) {
  const summary = tags.find((tag) => tag.name === 'svg' && tag.attributes.id === 'other');
  check('there is a summary for the others, with its smallest width', summary?.attributes['data-least'] ? [] : ['other, data-least']);
  if (!summary) return;
  const scale = Number(summary.attributes['data-least']) / Number(summary.attributes.viewBox.split(' ')[2]);
  const sizes = values(tags.filter((tag) => tag.board === 'other'), 'font-size').map(Number);
  check('texts of the summary can be read', sizes.filter((size) => size * scale < LEGIBLE_PX).map((size) => `${(size * scale).toFixed(1)} px`));
}

/** Every slot has its place on the boards that are shown together, and every place its slot. */
function checkPlaces(tags, scenes, slots) {
  const on = (sheet) => tags.filter((tag) => tag.board === sheet);
  const sheets = new Set(tags.flatMap((tag) => (tag.board ? [tag.board] : [])));
  const known = ['common', 'player', 'other', 'alone', 'common-narrow', 'player-narrow'];
  check('boards are known', [...sheets].filter((sheet) => !known.includes(sheet)));
  for (const sheet of sheets) {
    const parts = crops(tags, sheet);
    check(`${sheet}: parts are of boards that are whole`, parts.filter((name) => !sheets.has(name) || crops(tags, name).length));
    const places = values(on(sheet), 'data-slot'), regions = values(on(sheet), 'data-family');
    check(`${sheet}: places are unique`, twice([...places, ...regions]));
    check(`${sheet}: every place has a slot`, places.filter((place) => !slots.has(place) && !scenes.hands.has(place)));
    check(`${sheet}: every region has a tree`, regions.filter((family) => !scenes.trees.has(family)));
    // Common places may be on the board for solitaire.
    const common = sheet.startsWith('common'), alone = ['alone', 'player-narrow'].includes(sheet);
    check(`${sheet}: places are on the right board`, [...places, ...regions].filter((place) => (common ? place.startsWith('p.') : !place.startsWith('p.') && !alone)));
  }
  const together = [['common', 'player', scenes.several], ['common', sheets.has('alone') ? 'alone' : 'player', scenes.alone]];
  const narrow = ['common', 'player'].map((sheet) => (sheets.has(`${sheet}-narrow`) ? `${sheet}-narrow` : sheet));
  if (narrow.some((sheet) => sheet.endsWith('-narrow'))) together.push([...narrow, slots]);
  for (const [common, player, wanted] of together) {
    const shown = [common, player].flatMap((sheet) => [sheet, ...new Set(crops(tags, sheet))]);
    const tagsOf = shown.flatMap(on), places = values(tagsOf, 'data-slot'), regions = values(tagsOf, 'data-family');
    check(`${common} and ${player}: every slot has a place`, [...wanted].filter((slot) => !places.includes(slot)));
    check(`${common} and ${player}: every tree has a region`, [...scenes.trees].filter((family) => !regions.includes(family)));
  }
}

/** The messages of a catalogue that have one form. */
const messages = (lang, game) => new Map([...readFileSync(join(root, `po/${lang}/${game}.po`), 'utf8').matchAll(/^msgid "([^"]+)"\nmsgstr ((?:".*"\n?)+)/gm)].map((m) => [m[1], m[2].replace(/"\n?"?/g, '')]));

function checkGame(game) {
  const text = readFileSync(join(root, `web/boards/${game}.svg`), 'utf8');
  const { tags, faults } = readTags(text);
  checkFile(text, tags, faults);
  /** Without the declined forms of words ("trait.son|acc"). */
  const po = (lang) => [...readFileSync(join(root, `po/${lang}/${game}.po`), 'utf8').matchAll(/^msgid "([^"|]+)"/gm)].map((m) => m[1]);
  const scenes = readScenes(game);
  checkColours(text, readFileSync(join(dirname(here), '../web/boards/theme.css'), 'utf8'), scenes.colours);
  const slots = new Set([...scenes.several, ...scenes.alone]);
  checkPlaces(tags, scenes, slots);
  checkSummary(tags);
  const places = values(tags, 'data-slot');
  check('figures, prints and parts belong to places', ['data-value', 'data-print', 'data-also', 'data-word', 'data-part'].flatMap((name) => values(tags.filter((tag) => tag.name !== 'symbol'), name)).filter((slot) => !places.includes(slot)));
  check('seals are kinds of pieces', values(tags, 'data-seals').flatMap((kinds) => kinds.split(' ')).filter((kind) => !scenes.kinds.has(kind)));
  check('parts name kinds of pieces', values(tags, 'data-kinds').flatMap((kinds) => kinds.split(' ')).filter((kind) => !po('en').includes(`${game}.kind.${kind}`)));
  const conditions = values(tags, 'data-when').flatMap((when) => when.split(' ')).map((when) => when.replace('!', '').split(':'));
  check('conditions name places and kinds of pieces', conditions.filter(([slot, kind]) => !(places.includes(slot) || slots.has(slot) || scenes.hands.has(slot)) || (kind && !scenes.kinds.has(kind))).map((parts) => parts.join(':')));

  // A sign explains itself: by its word if that is a phrase, by a text of its own, or by one for its whole list.
  const signs = [...wholeLists(scenes.faces, po('en'), game), ...wholeLists(scenes.prints, po('en'), game)];
  for (const lang of readdirSync(join(root, 'po'))) {
    const words = messages(lang, game);
    check(`every sign explains itself (${lang})`, signs.filter((sign) => {
      const told = [sign, sign.split('.')[0]].some((id) => words.get(`${game}.text.${id}`));
      return !told && (words.get(`${game}.${sign}`) ?? '').split(' ').length < 3;
    }));
  }

  const symbols = new Set(tags.filter((tag) => tag.name === 'symbol').map((tag) => tag.attributes.id));
  const ids = po('en');
  const wanted = [
    ...[...scenes.kinds].map((kind) => `piece-${kind}`),
    ...wholeLists(scenes.faces, ids, game).map((word) => `face-${word}`),
    ...wholeLists(scenes.prints, ids, game).map((word) => `print-${word}`),
    ...Array.from({ length: scenes.seats }, (_, seat) => `mark-${seat}`),
    ...[...scenes.units].map((unit) => `unit-${unit}`),
    'picture',
    'icon',
  ];
  check('every piece, face, print, mark and counter has a symbol', wanted.filter((id) => !symbols.has(id)));
  for (const lang of readdirSync(join(root, 'po'))) {
    const known = new Set(po(lang));
    check(`titles have messages (${lang})`, values(tags, 'data-msg').filter((id) => !known.has(`${game}.${id}`)));
  }
}

for (const game of args) {
  try {
    checkGame(game);
  } catch (error) {
    check(game, [error.message]);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
