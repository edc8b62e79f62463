// damage.mjs: a damaged match file gets the same verdict, word for word, from `casata replay`, from `casata engine` and
// from the WebAssembly module, which is handed the bytes of the file, as the browser does. Bytes that no line of the protocol
// can hold are compared without `casata engine`.
//   node damage.mjs WASM_DIR CASATA [GAME]      GAME: default signorie
// Ends with "N passed, N failed": one for each kind of damage.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load} from './door.mjs';

const [wasmDir, casata, game = 'signorie'] = process.argv.slice(2);
if (!casata) {
  console.error('usage: node damage.mjs WASM_DIR CASATA [GAME]');
  process.exit(2);
}
const LEAST = 200;
/** Replies of `casata engine`. */
function engineReplies(requests) {
  const lines = requests.map(request => JSON.stringify(request)).join('\n');
  const {stdout} = spawnSync(casata, ['engine'], {input: `${lines}\n`, encoding: 'utf8', maxBuffer: 1 << 28});
  return stdout.trim().split('\n').map(line => JSON.parse(line));
}
const text = engineReplies([
  {cmd: 'new', game, seats: 2, seed: 5}, {cmd: 'seat', seat: 0, name: 'Ada'}, {cmd: 'seat', seat: 1, kind: 'bot', level: 'duca', name: 'Béla'},
  {cmd: 'random', plies: 60}, {cmd: 'save', text: true},
])[4].file;

/** Kinds of damage: [name, the damaged file]. */
function* damages() {
  // As text: cut off, a character lost, doubled or changed, all over the file.
  for (let i = 0; i < 24; i++) yield [`cut at ${i}/24`, text.slice(0, Math.floor(text.length * i / 24))];
  const marks = ['{', '}', '[', ']', ',', ':', '"'];
  for (const mark of marks) {
    const places = [...text].flatMap((c, i) => (c === mark ? [i] : []));
    for (const share of [0, 0.4, 0.99]) {
      const at = places[Math.floor((places.length - 1) * share)];
      yield [`${mark} lost at ${at}`, text.slice(0, at) + text.slice(at + 1)];
      yield [`${mark} twice at ${at}`, text.slice(0, at) + mark + text.slice(at)];
      yield [`${mark} becomes x at ${at}`, `${text.slice(0, at)}x${text.slice(at + 1)}`];
    }
  }
  for (const end of ['x', '{}', ',', '"']) yield [`${JSON.stringify(end)} after the end`, text + end];
  for (const start of ['\ufeff', 'x', '[', '{"a":1,']) yield [`${JSON.stringify(start)} before it`, start + text];
  for (const odd of ['\\u0000', '\\ud800', '\\x', '\u0001', '\\ud83d\\ude00', '\u001b[31m', 'ù'.repeat(60)]) {
    yield [`a name with ${JSON.stringify(odd)}`, text.replace('"name":"', `"name":"${odd}`)];
    yield [`an action with ${JSON.stringify(odd)}`, text.replace(/(\n {2}\[\d,")/, `$1${odd}`)];
  }
  // As JSON: keys lost, new, renamed; values of every type in every place.
  const edit = change => { const file = JSON.parse(text); change(file); return JSON.stringify(file, null, 1); };
  for (const key of Object.keys(JSON.parse(text))) {
    yield [`${key} is missing`, edit(f => delete f[key])];
    for (const value of [null, 0, -1, 1.5, 1e300, 'x', '', true, [], {}, [[]], [null]]) yield [`${key} is ${JSON.stringify(value)}`, edit(f => (f[key] = value))];
    yield [`${key} there twice`, text.replace('{', `{"${key}":1,`)];
  }
  yield ['an unknown key', edit(f => (f.note = 'x'))];
  yield ['a number of 30 digits', text.replace('"casata_match":1', '"casata_match":123456789012345678901234567890')];
  yield ['newer rules', edit(f => (f.rules_version += 1))];
  for (const value of [null, 7, {}, {kind: 'cat', name: ''}, {kind: 'human'}, {kind: 'human', name: 7}, {kind: 'human', name: 'x'.repeat(200)},
    {kind: 'bot', name: ''}, {kind: 'bot', level: 'god', name: ''}, {kind: 'human', name: '', age: 3}]) yield [`a seat is ${JSON.stringify(value)}`, edit(f => (f.seats[0] = value))];
  yield ['one seat fewer', edit(f => f.seats.pop())];
  for (const part of [0, 1, 2]) {
    for (const value of [null, 99, -1, 'x', 'chance', [], '0'.repeat(16), '0'.repeat(15), 'X'.repeat(16)]) {
      yield [`entry 8, part ${part} is ${JSON.stringify(value)}`, edit(f => (f.log[7][part] = value))];
    }
  }
  for (const value of [null, 7, {}, [], [0], [0, 'pass'], [0, 'pass', '0', 1]]) yield [`entry 3 is ${JSON.stringify(value)}`, edit(f => (f.log[2] = value))];
  yield ['an entry lost', edit(f => f.log.splice(5, 1))];
  yield ['an entry twice', edit(f => f.log.splice(5, 0, f.log[5]))];
  yield ['two entries exchanged', edit(f => f.log.splice(5, 2, f.log[6], f.log[5]))];
  yield ['the last entry lost', edit(f => f.log.pop())];
  for (const key of Object.keys(JSON.parse(text).snapshot.position)) {
    yield [`the position without ${key}`, edit(f => delete f.snapshot.position[key])];
    yield [`${key} of the position is "x"`, edit(f => (f.snapshot.position[key] = 'x'))];
    yield [`${key} of the position is 1`, edit(f => (f.snapshot.position[key] = 1))];
  }
  yield ['a snapshot of another ply', edit(f => f.snapshot.ply--)];
  yield ['a snapshot with another turn', edit(f => f.snapshot.position.turn++)];
  yield ['a start that is no position', edit(f => (f.start = {}))];
  yield ['a start that is the end', edit(f => (f.start = f.snapshot.position))];
  yield ['a past that is no list', edit(f => (f.past = {}))];
}

/** Damage to bytes: what is not UTF-8 or not a character of JSON. */
function* rawDamages() {
  const bytes = Buffer.from(text);
  const places = {'a name': bytes.indexOf('Ada'), 'a word': bytes.indexOf('casata_match'), 'the gap': bytes.indexOf(',') + 1, 'the start': 0, 'the end': bytes.length};
  for (const [place, at] of Object.entries(places)) {
    for (const odd of [[0], [0x1f], [0x80], [0xe9], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xef, 0xbb, 0xbf], [0xfe, 0xff]]) {
      yield [`bytes ${Buffer.from(odd).toString('hex')} at ${place}`, Buffer.concat([bytes.subarray(0, at), Buffer.from(odd), bytes.subarray(at)])];
    }
  }
  yield ['half a character at the end', Buffer.concat([bytes.subarray(0, bytes.indexOf('é') + 1)])];
  yield ['as UTF-16', Buffer.from(text, 'utf16le')];
}

const folder = mkdtempSync(join(tmpdir(), 'casata-damage-'));
const path = join(folder, 'match.json');
/** Output of `casata replay` after the file's name; empty: nothing is wrong. */
function replay(file) {
  writeFileSync(path, file);
  const {status, stderr} = spawnSync(casata, ['replay', path], {encoding: 'utf8'});
  if (status === 0) return '';
  const at = stderr.indexOf(`${path}: `);
  return at < 0 ? `unexpected: ${stderr}` : stderr.slice(at + path.length + 2).trim();
}
const verdict = reply => (reply.ok ? '' : reply.error.message);

const list = [...damages()].filter(([, file]) => file !== text);
const engine = engineReplies(list.map(([, file]) => ({cmd: 'load', file}))).map(verdict);
list.push(...rawDamages());
const ask = load(join(wasmDir, 'casata.wasm')).open();

let passed = 0, failed = 0;
const refused = new Set();
list.forEach(([name, file], i) => {
  const wanted = replay(file), browser = verdict(ask.give(Buffer.from(file), {cmd: 'load'}));
  if (wanted) refused.add(wanted);
  if (wanted === (engine[i] ?? wanted) && wanted === browser) passed++;
  else { failed++; console.log(`FAIL damage: ${name}\n  replay: ${wanted}\n  engine: ${engine[i]}\n  wasm:   ${browser}`); }
});
rmSync(folder, {recursive: true});
const enough = list.length >= LEAST && refused.size >= 100;
if (!enough) console.log(`FAIL damage: only ${list.length} kinds with ${refused.size} different verdicts`);
console.log(`${passed} passed, ${failed + !enough} failed`);
process.exit(failed || !enough ? 1 : 0);
