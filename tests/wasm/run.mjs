// run.mjs: runs the WebAssembly modules under node and compares them with the native build.
//   node run.mjs WASM_DIR NATIVE_DIR SIGNATURE_GAMES PROPERTY_GAMES
// casata.wasm must import nothing and play whole games; casata_test.wasm must pass the unit and property tests,
// give the native signature and reach at least 0.6 of the native speed. Ends with "N passed, N failed".
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const [wasmDir, nativeDir, signatureGames, propertyGames] = process.argv.slice(2);
if (!propertyGames) {
  console.error('usage: node run.mjs WASM_DIR NATIVE_DIR SIGNATURE_GAMES PROPERTY_GAMES');
  process.exit(2);
}
const SLOWEST = 0.6;
const SPEED_GAMES = 2000;
const CHANCE = 128, SPECTATOR = 6;

let passed = 0, failed = 0;
function check(name, ok, detail = '') {
  if (ok) passed++;
  else { failed++; console.log(`FAIL wasm: ${name} ${detail}`); }
}
function test(name, run) {
  try { run(); } catch (e) { check(name, false, String(e.stack)); }
}

function open(file) {
  const module = new WebAssembly.Module(readFileSync(`${wasmDir}/${file}`));
  check(`${file} imports nothing`, WebAssembly.Module.imports(module).length === 0,
        JSON.stringify(WebAssembly.Module.imports(module)));
  const c = new WebAssembly.Instance(module, {}).exports;
  c._initialize();
  return c;
}
function textAt(c, at, length) {
  const bytes = new Uint8Array(c.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, length ?? bytes.indexOf(0)));
}
function signatureOf(c, games) {
  const low = c.signature_low(games) >>> 0, high = c.signature_high() >>> 0;
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
const native = (...args) => execFileSync(`${nativeDir}/signature`, args, {encoding: 'utf8'}).trim();
const lowestSeat = set => 31 - Math.clz32(set & -set);
const hash = c => `${c.hash_high() >>> 0}:${c.hash_low() >>> 0}`;

// The decision of a bot, thought in portions.
function bot(c, seat, level) {
  const thought = c.think_bot(seat, level);
  while (c.think_on(thought, 50) === 1);
  return c.think_best(thought) >>> 0;
}

// One game through the exports, as a browser plays it: bots against random seats.
function playGame(c, index, seats, seed) {
  check('game_new', c.game_new(index, seats, seed, 0) === 0);
  let rolling = seed + 1;
  const random = n => { rolling = Math.imul(rolling, 1103515245) + 12345 >>> 0; return (rolling >>> 8) % n; };
  let plies = 0;
  for (; c.to_act() && plies < 5000; plies++) {
    if (c.to_act() === CHANCE) {
      if (!c.play_chance()) throw new Error('no chance outcome');
      continue;
    }
    const seat = lowestSeat(c.to_act());
    const n = c.legal(seat);
    const list = new Uint32Array(c.memory.buffer.slice(c.actions(), c.actions() + 4 * n));
    let action = list[random(n)];
    if (seat === 0 && plies % 4 === 0) action = bot(c, seat, plies / 4 % 3);
    if (!list.includes(action)) throw new Error('an action that is not legal');
    if (plies % 40 === 0) {
      const scene = JSON.parse(textAt(c, c.buffer(), c.scene(seat)));
      if (scene.choices.length !== n) throw new Error('choices of the scene');
      if (JSON.parse(textAt(c, c.buffer(), c.scene(SPECTATOR))).choices.length) throw new Error('spectator choices');
      JSON.parse(textAt(c, c.buffer(), c.position()));
      c.action_text(action);
      if (c.action_parse() >>> 0 !== action) throw new Error('text form');
      const before = hash(c);
      if (c.play(seat, 0) === 0 || hash(c) !== before) throw new Error('action 0 accepted');
      const length = c.snapshot_write();
      if (c.snapshot_read(index, length) !== 0 || hash(c) !== before) throw new Error('snapshot');
      c.snapshot_write();
      new Uint8Array(c.memory.buffer)[c.buffer() + 50] ^= 1;
      if (c.snapshot_read(index, length) <= 0 || hash(c) !== before) throw new Error('damaged snapshot accepted');
    }
    if (c.play(seat, action) !== 0) throw new Error('legal action refused');
    JSON.parse(textAt(c, c.buffer()));
  }
  check(`game ${index} with ${seats} seats ends`, c.to_act() === 0, `after ${plies} plies`);
}

test('casata.wasm', () => {
  const c = open('casata.wasm');
  check('nothing before a game', c.to_act() === 0 && c.legal(0) === 0 && c.scene(0) === -1 && c.think_bot(0, 0) === 0 && c.think_on(0, 1) === -1);
  const games = JSON.parse(textAt(c, c.buffer(), c.games()));
  check('there are games', games.length > 0);
  check('no such game', c.game_new(games.length, 2, 1, 0) === -1);
  games.forEach((game, index) => {
    check('bad seats', c.game_new(index, 9, 1, 0) > 0);
    for (let seats = game.seats[0]; seats <= game.seats[1]; seats++)
      for (let seed = 1; seed <= 3; seed++) playGame(c, index, seats, seed);
  });
});

test('casata_test.wasm', () => {
  const c = open('casata_test.wasm');
  const report = textAt(c, c.run_tests(Number(propertyGames))).trim().split('\n');
  const counts = /^(\d+) passed, (\d+) failed$/.exec(report.pop());
  report.forEach(line => console.log(line));
  check('tests report', counts !== null);
  passed += Number(counts?.[1] ?? 0);
  failed += Number(counts?.[2] ?? 0);

  const wasm = signatureOf(c, Number(signatureGames)), want = native(signatureGames);
  check('signature', wasm === want, `wasm ${wasm}, native ${want}`);

  // In processor time and the best of several runs in turn: other work on the machine only ever slows a run.
  let best = 0, nativeBest = 0;
  const ratio = () => best / nativeBest;
  for (let round = 0; round < 3 || (round < 12 && ratio() < SLOWEST); round++) {
    for (let i = 0; i < 3; i++) {
      const start = process.cpuUsage();
      const decisions = c.speed(SPEED_GAMES, 1) >>> 0;
      const used = process.cpuUsage(start);
      best = Math.max(best, decisions / (used.user + used.system) * 1e6);
    }
    nativeBest = Math.max(nativeBest, Number(native('--speed', String(SPEED_GAMES))));
  }
  console.log(`wasm speed: ${(best / 1e6).toFixed(2)} M decisions/s, ${ratio().toFixed(2)} of native ` +
              `(${(nativeBest / 1e6).toFixed(2)} M/s)`);
  check('speed', ratio() >= SLOWEST, `ratio ${ratio().toFixed(2)}`);
});

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
