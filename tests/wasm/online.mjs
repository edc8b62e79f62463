// online.mjs: what a server sends to each viewer can be viewed in WebAssembly: tables of every game at the real
// server, every seat and a spectator over WebSockets; each plays from their own view alone.
//   node --experimental-websocket online.mjs WASM_DIR NATIVE_DIR
// Ends with "N passed, N failed".
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load} from './door.mjs';

const [wasmDir, nativeDir] = process.argv.slice(2);
if (!nativeDir || typeof WebSocket !== 'function') {
  console.error('usage: node --experimental-websocket online.mjs WASM_DIR NATIVE_DIR');
  process.exit(2);
}
const MOVES = 100, SPECTATOR = 6, PATIENCE_MS = 300000;
const folder = mkdtempSync(join(tmpdir(), 'casata-online-'));
const children = [];
// Only against hanging: the machine may be busy with other things.
setTimeout(() => {
  console.log(`FAIL online: no end in ten minutes, ${passed} checks passed so far`);
  for (const child of children) child.kill('SIGKILL');
  process.exit(1);
}, 600000).unref();

let passed = 0, failed = 0;
function check(name, ok, detail = '') {
  if (ok) passed++;
  else { failed++; console.log(`FAIL online: ${name} ${detail}`); }
  return ok;
}

// --- the module ----------------------------------------------------------------------------------------------
function open(file) {
  const c = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(wasmDir, file))), {}).exports;
  c._initialize();
  return c;
}
const put = (c, at, bytes) => new Uint8Array(c.memory.buffer).set(bytes, at);
const json = (c, at, length) => JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, at, length)));

/** A registered game: what was sent is looked at through the door of casata.wasm. */
function engine() {
  const ask = load(join(wasmDir, 'casata.wasm')).open();
  const must = (request, thinks) => {
    const reply = thinks ? ask.think(request, 20) : ask(request);
    if (!reply.ok) throw new Error(`${request.cmd}: ${reply.error.message}`);
    return reply;
  };
  return {
    games: must({cmd: 'games'}).games,
    look(game, {snapshot, hash}, viewer) {
      const seat = viewer === SPECTATOR ? 'spectator' : viewer;
      const seen = must({cmd: 'view', game, snapshot, seat});
      if (seen.hash !== hash) throw new Error(`hash ${seen.hash}, sent ${hash}`);
      const {choices} = seen.view;
      if (!choices.length) return seen.view;
      const {best} = must({cmd: 'hint', game, snapshot, seat, ms: 20}, true);
      if (best.filter(hint => hint.terms).length !== Math.min(choices.length, 3)) throw new Error('three hints');
      must({cmd: 'ends_turn', game, snapshot, seat, action: best[0].action});
      return seen.view;
    },
  };
}
/** The games that only the tests have. */
function example(known) {
  const c = open('casata_test.wasm');
  const games = json(c, c.buffer(), c.games());
  return {
    games: games.filter(game => !known.some(({id}) => id === game.id)),
    look(game, state, viewer) {
      const bytes = Buffer.from(state.snapshot, 'base64');
      put(c, c.buffer(), bytes);
      const length = c.look(games.findIndex(g => g.id === game), bytes.length, viewer);
      if (length < 0) throw new Error('refused');
      return json(c, c.buffer(), length);
    },
  };
}

// --- the server ----------------------------------------------------------------------------------------------
async function serve(program) {
  const db = join(folder, `${children.length}.db`);
  const child = spawn(join(nativeDir, program), ['serve', '--port', '0', '--no-web', '--db', db, '--rate', '100000', '--address-rate', '100000'],
                      {env: {...process.env, CASATA_TEST_SEED: '3'}, stdio: ['ignore', 'pipe', 'inherit']});
  children.push(child);
  const port = await new Promise((resolve, reject) => {
    child.on('exit', code => reject(new Error(`${program} ended with ${code}`)));
    child.stdout.on('data', data => { const m = /:(\d+)\//.exec(String(data)); if (m) resolve(Number(m[1])); });
  });
  return {port, stop: () => new Promise(resolve => { child.removeAllListeners('exit'); child.on('exit', resolve); child.kill('SIGTERM'); })};
}

class Person {
  #waiting = new Map();
  #last = 0;
  state;
  constructor(port) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    this.ready = new Promise((resolve, reject) => { this.socket.onopen = resolve; this.socket.onerror = () => reject(new Error('no connection')); });
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.t === 'state') {
        this.state = message;
        this.heard?.();
      }
      const call = this.#waiting.get(message.id);
      if (!call) return;
      this.#waiting.delete(message.id);
      clearTimeout(call.timer);
      if (message.t === 'error') call.reject(new Error(`${message.code}: ${message.message}`));
      else call.resolve(message);
    };
  }
  ask(message) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${message.t}`)), PATIENCE_MS);
      this.#waiting.set(id, {resolve, reject, timer});
      this.socket.send(JSON.stringify({...message, id}));
    });
  }
}

/** A table of a game: everybody looks at every state they are sent, and plays from it. */
async function playTable(port, module, game, n) {
  const people = Array.from({length: n + 1}, () => new Person(port));
  await Promise.all(people.map(p => p.ready));
  const made = await people[0].ask({t: 'create', game: game.id, seats: [{kind: 'me', name: 'A'}, ...Array(n - 1).fill({kind: 'open'})]});
  people[0].token = made.token;
  for (let i = 1; i < n; i++) people[i].token = (await people[i].ask({t: 'sit', table: made.table, code: made.any, name: 'B'})).token;
  for (const p of people) await p.ask({t: 'watch', table: made.table, ...(p.token && {token: p.token})});
  let rolling = n, looks = 0, moves = 0;
  const random = limit => { rolling = Math.imul(rolling, 1103515245) + 12345 >>> 0; return (rolling >>> 8) % limit; };
  const until = async (p, ply) => { while (p.state.ply < ply) await new Promise(resolve => { p.heard = resolve; }); };
  while (moves < MOVES && !people[0].state.over) {
    const {ply, to_act: toAct} = people[0].state;
    for (const [i, p] of people.entries()) {
      await until(p, ply);
      const scene = module.look(game.id, p.state, i < n ? i : SPECTATOR);
      looks++;
      if ((scene.choices.length > 0) !== (i < n && toAct.includes(i))) throw new Error(`choices of viewer ${i}`);
      p.choices = scene.choices;
    }
    const seat = toAct[random(toAct.length)], mover = people[seat];
    const answer = await mover.ask({t: 'act', table: made.table, ply, action: mover.choices[random(mover.choices.length)].action});
    await until(people[0], answer.ply);
    moves++;
  }
  const half = await people[n].ask({t: 'at', table: made.table, ply: Math.floor(people[0].state.ply / 2)});
  module.look(game.id, half, SPECTATOR);
  for (const p of people) p.socket.close();
  check(`${game.id} for ${n}`, looks >= (n + 1) * 5, `${looks} looks`);
}

try {
  const offered = engine();
  for (const [program, module] of [['casata', offered], ['rigged_server', example(offered.games)]]) {
    const server = await serve(program);
    for (const game of module.games) {
      for (const n of game.seats) {
        try {
          await playTable(server.port, module, game, n);
        } catch (error) {
          check(`${game.id} for ${n}`, false, String(error.stack));
        }
      }
    }
    await server.stop();
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, {recursive: true, force: true});
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
