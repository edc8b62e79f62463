// run.mjs: runs the WebAssembly modules under node and compares them with the native build.
//   node run.mjs WASM_DIR NATIVE_DIR SIGNATURE_GAMES PROPERTY_GAMES
// casata.wasm must import nothing and play whole games; casata_test.wasm must pass the unit and property tests,
// give the native signature and reach at least 0.6 of the native speed. Ends with "N passed, N failed".
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {load} from './door.mjs';

const [wasmDir, nativeDir, signatureGames, propertyGames] = process.argv.slice(2);
if (!propertyGames) {
  console.error('usage: node run.mjs WASM_DIR NATIVE_DIR SIGNATURE_GAMES PROPERTY_GAMES');
  process.exit(2);
}
const SLOWEST = 0.6;
const SPEED_GAMES = 2000;

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

// One game through the door, as a browser plays it: bots against random seats.
function playGame(ask, game, seats, seed) {
  check('new', ask({cmd: 'new', game, seats, seed}).ok);
  let rolling = seed + 1;
  const random = n => { rolling = Math.imul(rolling, 1103515245) + 12345 >>> 0; return (rolling >>> 8) % n; };
  const levels = ['paggio', 'scudiero', 'cavaliere'];
  let status = ask({cmd: 'status'}), plies = 0;
  for (; !status.over && plies < 5000; plies++) {
    const seat = status.to_act[0];
    if (seat === 0 && plies % 4 === 0) {
      status = ask.think({cmd: 'bot', seat, level: levels[plies / 4 % 3]}, 50);
      if (!status.ok) throw new Error(`a bot: ${status.error.message}`);
      continue;
    }
    const {actions} = ask({cmd: 'legal', seat});
    const {action} = actions[random(actions.length)];
    if (plies % 40 === 0) {
      if (ask({cmd: 'view', seat}).view.choices.length !== actions.length) throw new Error('choices of the scene');
      if (ask({cmd: 'view'}).view.choices.length) throw new Error('spectator choices');
      const {position} = ask({cmd: 'position'}), {file} = ask({cmd: 'save', text: true});
      if (ask({cmd: 'play', seat, action: 'nonsense'}).ok) throw new Error('nonsense accepted');
      if (ask({cmd: 'load', file}).hash !== status.hash) throw new Error('a saved match');
      if (ask({cmd: 'load', file: file.replace(/[0-9a-f]{8}"\]\n/, '00000000"]\n')}).ok) throw new Error('a damaged match');
      if (ask({cmd: 'status'}).hash !== status.hash) throw new Error('refused, and changed');
      if (plies === 40 && ask({cmd: 'setup', game, position}).hash !== status.hash) throw new Error('a position');
    }
    status = ask({cmd: 'play', seat, action});
    if (!status.ok) throw new Error(`legal action refused: ${status.error.message}`);
  }
  check(`${game} with ${seats} seats ends`, status.over, `after ${plies} plies`);
}

test('casata.wasm', () => {
  const {imports, open: openDoor, memory} = load(`${wasmDir}/casata.wasm`);
  check('casata.wasm imports nothing', imports.length === 0, JSON.stringify(imports));
  const ask = openDoor();
  check('nothing before a game', ask({cmd: 'status'}).error?.code === 'no_match' && ask({cmd: 'thought'}).error?.code === 'no_thought');
  const {games} = ask({cmd: 'games'});
  check('there are games', games.length > 0);
  check('no such game', ask({cmd: 'new', game: 'x', seats: 2}).error?.code === 'unknown_game');
  for (const game of games) {
    check('bad seats', ask({cmd: 'new', game: game.id, seats: 9}).error?.code === 'bad_request');
    for (const seats of game.seats) for (let seed = 1; seed <= 3; seed++) playGame(ask, game.id, seats, seed);
  }
  // Engines come and go without taking more and more memory; the first ones find how much is needed side by side.
  let before = 0;
  for (let i = 0; i < 220; i++) {
    if (i === 20) before = memory();
    const other = openDoor();
    other({cmd: 'new', game: games[i % games.length].id, seats: games[i % games.length].seats.at(-1)});
    other({cmd: 'random', plies: 30});
    other({cmd: 'view', seat: 0});
    other.close();
  }
  check('memory', memory() - before < 4 << 20, `${memory() - before} bytes more`);
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
