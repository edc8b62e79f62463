// page_weight: how heavy and how quick the page is. Opens a game against bots in a fresh browser, adds up what was sent
// (compressed, as the server sends it), times the first board, the first decision and the answers to clicks, and tells what
// the page holds after each of three games.
// usage: tools/page_weight [BUILD] [--json]     BUILD: folder of the build (default build)
// example: tools/page_weight build
// Status 1 if scripts, engine, board, styles, fonts and texts weigh more than 400 KB, the first board takes over 1.5 s, the
// median answer over 100 ms, or a task blocks the screen for more than 200 ms. A net comes after the first board and is not
// counted.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(readFileSync(process.argv[1], 'utf8').split('\n').slice(0, 8).map((line) => line.slice(3)).join('\n'));
  process.exit(0);
}
const root = new URL('..', import.meta.url).pathname;
const build = args.find((arg) => !arg.startsWith('-')) ?? join(root, 'build');
const { cleanUp, launch, open, quickGame, serve } = await import(pathToFileURL(join(root, 'tests/browser/kit.mjs')));
const { clicks, memory, noteLongTasks } = await import(pathToFileURL(join(root, 'tests/browser/measure.mjs')));
const MOST_BYTES = 400 * 1000, MOST_MS = 1500, MOST_ANSWER_MS = 100, MOST_TASK_MS = 200, RUNS = 5, CLICKS = 40;

const kinds = [['scripts', /\.js$/], ['engine', /\.wasm$/], ['net', /\.bin$/], ['board', /\.svg$/], ['styles', /\.css$/], ['fonts', /\.woff2$/], ['texts', /\.(json|mo)$/], ['page', /\/$|\.html$|\.webmanifest$/]];
function weigh(path) {
  const file = join(root, 'web/dist', path === '/' ? 'index.html' : path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

const browser = await launch(), server = await serve(build);
const runs = [];
for (let i = 0; i < RUNS; i++) {
  const page = await open(browser);
  const paths = new Set();
  page.on('request', (request) => paths.add(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.stage .board .piece')) {
        window.firstBoard ??= performance.now();
        if (document.querySelector('.stage [role=button]')) return void (window.firstDecision = performance.now());
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${server.address}#/play/signorie?seats=4`);
  await page.waitForFunction(() => window.firstDecision);
  const [board, decision] = await page.evaluate(() => [window.firstBoard, window.firstDecision]);
  runs.push({ board, decision, paths: [...paths] });
  await page.context().close();
}
const page = await open(browser);
await noteLongTasks(page);
await quickGame(page, server.address, { seats: 4 });
const { times, long } = await clicks(page, CLICKS);
await page.goto(server.address);
await quickGame(page, server.address, { game: 'legacy', seats: 2 });
const held = await memory(page, 3);
await browser.close();
await server.stop();
await cleanUp();

const weights = Object.fromEntries(kinds.map(([kind]) => [kind, 0]));
for (const path of runs[0].paths) {
  const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0];
  if (kind && path !== '/icon.svg') weights[kind] += weigh(path);
}
const total = Object.values(weights).reduce((a, b) => a + b, 0) - weights.net;
const best = (key) => Math.min(...runs.map((run) => run[key]));
const result = { bytes: weights, total, first_board_ms: Math.round(best('board')), first_decision_ms: Math.round(best('decision')), runs: RUNS, answer_ms: times[times.length >> 1], longest_answer_ms: times.at(-1), long_tasks_ms: long, held };
if (args.includes('--json')) {
  console.log(JSON.stringify(result));
} else {
  for (const [kind, bytes] of Object.entries(weights)) console.log(`${kind.padEnd(10)} ${(bytes / 1000).toFixed(1).padStart(8)} KB`);
  console.log(`${'all'.padEnd(10)} ${(total / 1000).toFixed(1).padStart(8)} KB   (at most ${MOST_BYTES / 1000})`);
  const mb = ({ bytes, nodes }) => `${(bytes / 1e6).toFixed(1)} MB and ${nodes} nodes`;
  console.log(`first board after ${result.first_board_ms} ms (at most ${MOST_MS}), first decision lit after ${result.first_decision_ms} ms; best of ${RUNS}`);
  console.log(`answer to a click: median ${result.answer_ms} ms (at most ${MOST_ANSWER_MS}), longest ${result.longest_answer_ms} ms of ${times.length}; long tasks: ${long.join(', ') || 'none'} ms (at most ${MOST_TASK_MS})`);
  console.log(`held after each of three games: ${held.map(mb).join('; ')}`);
}
const slow = result.first_board_ms > MOST_MS || result.answer_ms > MOST_ANSWER_MS || long.some((ms) => ms > MOST_TASK_MS);
process.exit(total > MOST_BYTES || slow ? 1 : 0);
