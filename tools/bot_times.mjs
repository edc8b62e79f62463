#!/usr/bin/env node
// bot_times.mjs: how long bots take in the WebAssembly module that browsers run (here under node, with the same engine as
// Chromium's). usage: tools/bot_times.mjs [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]
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
const [only, seatsOnly, levelOnly] = args;
if (!(games > 0) || !existsSync(file) || args.some((arg) => arg.startsWith('-'))) {
  process.stderr.write('usage: tools/bot_times.mjs [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]\n');
  process.exit(2);
}

const CHANCE = 128;
const c = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {}).exports;
c._initialize();
const read = (length) => JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, c.buffer(), length)));

function takeNet(index, game, seats) {
  const path = `data/${game}/net_${seats}.bin`;
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  new Uint8Array(c.memory.buffer, c.buffer()).set(bytes);
  if (c.net_take(index, seats, bytes.length)) throw new Error(`${path} was refused`);
}

// Plays a game of bots of one level; adds the times of what was more than a single option.
function play(index, seats, level, seed, decisions, turns) {
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

const part = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(1);
const levels = read(c.levels());
for (const [index, game] of read(c.games()).entries()) {
  if (only && only !== game.id) continue;
  for (let seats = Math.max(2, game.seats[0]); seats <= game.seats[1]; seats++) {
    if (seatsOnly && Number(seatsOnly) !== seats) continue;
    takeNet(index, game.id, seats);
    for (const [level, name] of levels.entries()) {
      if (levelOnly && levelOnly !== name) continue;
      const decisions = [];
      const turns = [];
      for (let seed = 1; seed <= games; seed++) play(index, seats, level, seed, decisions, turns);
      const text = `${part(decisions, 0.5)} / ${part(decisions, 0.95)} ms, turn ${part(turns, 0.5)} / ${part(turns, 0.95)} ms`;
      process.stdout.write(`${game.id} ${seats} ${name}: decision ${text}\n`);
    }
  }
}
