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
  const e = c.engine_open();
  const put = (data) => {
    const at = c.input(data.length);
    new Uint8Array(c.memory.buffer, at, data.length).set(data);
  };
  const ask = (request) => {
    const line = new TextEncoder().encode(JSON.stringify(request));
    put(line);
    const at = c.ask(e, line.length);
    const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, at, c.reply_size())));
    if (!reply.ok) throw new Error(reply.error.message);
    return reply;
  };
  const give = (data, request) => (put(data), c.hand_over(e, data.length), ask(request));
  globalThis.casata = { think: () => c.think(e, 50), ask, give, bytes };
  return ask({ cmd: 'games' });
}

// Plays games of bots of one level; the times of what was more than a single option.
function play({ game, seats, level, games, net }) {
  const { think, ask, give, bytes } = globalThis.casata;
  const decisions = [];
  const turns = [];
  if (net) give(bytes(net), { cmd: 'net', game, seats });
  for (let seed = 1; seed <= games; seed++) {
    let last = -1;
    let turn = 0;
    for (let status = ask({ cmd: 'new', game, seats, seed }); !status.over; ) {
      const seat = status.to_act[0];
      const choice = ask({ cmd: 'legal', seat }).actions.length > 1;
      const start = performance.now();
      ask({ cmd: 'bot', seat, level, later: true });
      while (think());
      status = ask({ cmd: 'thought' });
      const ms = performance.now() - start;
      if (choice) decisions.push(ms);
      if (seat !== last && last >= 0) turns.push(turn), (turn = 0);
      turn += ms;
      last = seat;
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
for (const game of known.games) {
  if (only && only !== game.id) continue;
  for (const seats of game.seats.filter((n) => n > 1)) {
    if (seatsOnly && Number(seatsOnly) !== seats) continue;
    const path = `data/${game.id}/net_${seats}.bin`;
    const net = existsSync(path) && readFileSync(path, 'base64');
    for (const level of known.levels) {
      if (levelOnly && levelOnly !== level) continue;
      const { decisions, turns } = await run(play, { game: game.id, seats, level, games, net });
      const text = `${part(decisions, 0.5)} / ${part(decisions, 0.95)} ms, turn ${part(turns, 0.5)} / ${part(turns, 0.95)} ms`;
      process.stdout.write(`${game.id} ${seats} ${level}: decision ${text}\n`);
    }
  }
}
await close();
