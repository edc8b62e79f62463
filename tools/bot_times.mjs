#!/usr/bin/env node
// bot_times.mjs: how long bots take in the WebAssembly module, in a page of Chromium or with --node under node.
// usage: tools/bot_times.mjs [--node] [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]
//        tools/bot_times.mjs --client BUILD [--helpers LIST] [--turns N] [GAME [SEATS [LEVEL]]]
// Prints a line for each table and level: half and 95% of the decisions and of the turns, in ms. With --client the worker of the
// client in web/dist plays, and the line tells how long a person waits for the bots after a decision, N times (default 30), with
// each number of helpers in the list (default 0,1,2), from the same positions.
// example: tools/bot_times.mjs --games 2 virtu 5 duca
//          tools/bot_times.mjs --client build zhanguo 2 duca
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
function option(name, otherwise) {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
}
const file = option('--wasm', 'build/wasm/casata.wasm');
const games = Number(option('--games', '1'));
const client = option('--client');
const helpers = option('--helpers', '0,1,2').split(',').map(Number);
const waits = Number(option('--turns', '30'));
const node = args[0] === '--node' && args.shift();
const [only, seatsOnly, levelOnly] = args;
if (!(games > 0 && waits > 0) || helpers.some(Number.isNaN) || !(client || existsSync(file)) || args.some((arg) => arg.startsWith('-'))) {
  process.stderr.write('usage: tools/bot_times.mjs [--node] [--wasm FILE] [--games N] [GAME [SEATS [LEVEL]]]\n       tools/bot_times.mjs --client BUILD [--helpers LIST] [--turns N] [GAME [SEATS [LEVEL]]]\n');
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

// --- in a page, with the worker of the client ---------------------------------------------------------------------
/** A worker for each number of helpers; `levels` and `games` as the engine has them. */
async function openWorkers({ script, wasm, helpers }) {
  const module = await WebAssembly.compile(await (await fetch(wasm)).arrayBuffer());
  globalThis.workers = helpers.map((n) => {
    const worker = new Worker(script, { type: 'module' });
    const waiting = new Map();
    let last = 0;
    worker.onmessage = ({ data }) => {
      if (!('id' in data)) return;
      if ('error' in data) waiting.get(data.id).reject(new Error(data.error.text));
      else waiting.get(data.id).resolve(data.result);
    };
    worker.postMessage({ module, helpers: n });
    return (name, ...args) => new Promise((resolve, reject) => (waiting.set(++last, { resolve, reject }), worker.postMessage({ id: last, name, args })));
  });
  return globalThis.workers[0]('info');
}
/** How long the person in seat 0 waits for the bots, by number of helpers: from the same positions, those of the first worker's
 *  games. */
async function waitFor({ game, seats, level, turns }) {
  const people = Array.from({ length: seats }, (_, i) => (i ? { kind: 'bot', level, name: `Bot ${i}` } : { kind: 'human', name: 'Person' }));
  const [first] = globalThis.workers;
  const times = globalThis.workers.map(() => []);
  let id, view, seed = 0, dice = 1;
  while (times[0].length < turns) {
    if (!view || view.over) {
      id = await first('create', { game, seats: people, options: {} }, ++seed);
      ({ view } = await first('open', id));
    }
    dice = (Math.imul(dice, 1103515245) + 12345) >>> 0;
    const { action } = view.scene.choices[(dice >>> 8) % view.scene.choices.length];
    const file = new TextEncoder().encode(await first('save', id));
    const took = [];
    for (const [i, call] of globalThis.workers.entries()) {
      const table = i ? await call('import', file) : id;
      const start = performance.now();
      const step = await call('act', table, view.ply, action);
      took.push(performance.now() - start);
      if (i) await call('remove', table);
      else if (!step.story.some(({ seat }) => seat > 0)) took.length = 0; // no bot had to decide
      if (!took.length) break;
    }
    took.forEach((ms, i) => times[i].push(ms));
    ({ view } = await first('open', id));
  }
  return times;
}

// --- here -------------------------------------------------------------------------------------------------------------
let run = async (work, argument) => work(argument);
let close = () => {};
let page;
let address = '';
if (!node) {
  const { launch, serve } = await import('../tests/browser/kit.mjs');
  const browser = await launch();
  close = () => browser.close();
  if (client) ({ address } = await serve(client));
  page = await browser.newPage();
  run = (work, argument) => page.evaluate(work, argument);
}
const part = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(1);
async function openClient() {
  const asset = (pattern) => `${address}assets/${readdirSync('web/dist/assets').find((name) => pattern.test(name))}`;
  await page.goto(`${address}icon.svg`); // of the same origin; the client itself does not run
  return run(openWorkers, { script: asset(/^worker-.*\.js$/), wasm: asset(/\.wasm$/), helpers });
}
const known = client ? await openClient() : await run(load, readFileSync(file, 'base64'));
for (const game of known.games) {
  if (only && only !== game.id) continue;
  for (let seats = Math.max(2, game.seats[0]); seats <= game.seats.at(-1); seats++) {
    if (seatsOnly && Number(seatsOnly) !== seats) continue;
    const path = `data/${game.id}/net_${seats}.bin`;
    const net = existsSync(path) && readFileSync(path, 'base64');
    for (const level of known.levels) {
      if (levelOnly && levelOnly !== level) continue;
      if (client) {
        const times = await run(waitFor, { game: game.id, seats, level, turns: waits });
        const mean = (list) => (list.reduce((sum, ms) => sum + ms, 0) / list.length).toFixed(1);
      const told = times.map((list, i) => `${helpers[i]} helpers ${mean(list)} on average, ${part(list, 0.5)} / ${part(list, 0.95)} ms`);
        process.stdout.write(`${game.id} ${seats} ${level}: wait with ${told.join(', ')}\n`);
        continue;
      }
      const { decisions, turns } = await run(play, { game: game.id, seats, level, games, net });
      const text = `${part(decisions, 0.5)} / ${part(decisions, 0.95)} ms, turn ${part(turns, 0.5)} / ${part(turns, 0.95)} ms`;
      process.stdout.write(`${game.id} ${seats} ${level}: decision ${text}\n`);
    }
  }
}
await close();
process.exit();
