#!/usr/bin/env node
// bot_times.mjs: how long bots take in the WebAssembly module, in a page of Chromium or with --node under node.
// usage: tools/bot_times.mjs [--node] [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]
// Prints a line for each table and level: half and 95% of the decisions and of the turns, in ms.
// example: tools/bot_times.mjs --games 2 virtu 5 duca
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
function option(name, otherwise) {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
}
const file = option('--wasm', 'build/wasm/casata.wasm');
const games = Number(option('--games', '1'));
const node = args[0] === '--node' && args.shift();
const [only, seatsOnly, levelOnly] = args;
if (!(games > 0) || !existsSync(file) || args.some((arg) => arg.startsWith('-'))) {
  process.stderr.write('usage: tools/bot_times.mjs [--node] [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]\n');
  process.exit(2);
}

// --- in the page, or here: nothing from outside but the arguments ---------------------------------------------------
async function load(base64) {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes(base64), {});
  const c = instance.exports;
  c._initialize();
  const read = (length) => JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, c.buffer(), length)));
  globalThis.casata = { c, bytes };
  return { games: read(c.games()), levels: read(c.levels()) };
}

// Plays games of bots of one level; the times of what was more than a single option.
function play({ index, seats, level, games, net }) {
  const { c, bytes } = globalThis.casata;
  const CHANCE = 128;
  const decisions = [];
  const turns = [];
  if (net) {
    const data = bytes(net);
    new Uint8Array(c.memory.buffer, c.buffer()).set(data);
    if (c.net_take(index, seats, data.length)) throw new Error('the net was refused');
  }
  for (let seed = 1; seed <= games; seed++) {
    let last = -1;
    let turn = 0;
    c.game_new(index, seats, seed, 0);
    for (let set; (set = c.to_act()); ) {
      if (set === CHANCE) {
        c.play_chance();
        continue;
      }
      const seat = 31 - Math.clz32(set & -set);
      const choice = c.legal(seat) > 1;
      const start = performance.now();
      const thought = c.think_bot(seat, level);
      while (c.think_on(thought, 50) === 1);
      const action = c.think_best(thought);
      const ms = performance.now() - start;
      if (choice) decisions.push(ms);
      if (seat !== last && last >= 0) turns.push(turn), (turn = 0);
      turn += ms;
      last = seat;
      if (c.play(seat, action) !== 0) throw new Error('an illegal action');
    }
  }
  return { decisions, turns };
}

// --- here -------------------------------------------------------------------------------------------------------------
let run = async (work, argument) => work(argument);
let close = () => {};
if (!node) {
  const { launch, cleanUp } = await import('../tests/browser/kit.mjs');
  const browser = await launch();
  const page = await browser.newPage();
  run = (work, argument) => page.evaluate(work, argument);
  close = () => browser.close().then(cleanUp);
}
const part = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(1);
const known = await run(load, readFileSync(file, 'base64'));
for (const [index, game] of known.games.entries()) {
  if (only && only !== game.id) continue;
  for (let seats = Math.max(2, game.seats[0]); seats <= game.seats[1]; seats++) {
    if (seatsOnly && Number(seatsOnly) !== seats) continue;
    const path = `data/${game.id}/net_${seats}.bin`;
    const net = existsSync(path) && readFileSync(path, 'base64');
    for (const [level, name] of known.levels.entries()) {
      if (levelOnly && levelOnly !== name) continue;
      const { decisions, turns } = await run(play, { index, seats, level, games, net });
      const text = `${part(decisions, 0.5)} / ${part(decisions, 0.95)} ms, turn ${part(turns, 0.5)} / ${part(turns, 0.95)} ms`;
      process.stdout.write(`${game.id} ${seats} ${name}: decision ${text}\n`);
    }
  }
}
await close();
