// kit.mjs: what the browser tests share: the server, the browser, and a person at a table.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = new URL('../../', import.meta.url).pathname;
const require = createRequire(`${root}web/package.json`);
const { chromium } = require('playwright-core');

/** Every game that has a board. */
export const games = readdirSync(`${root}web/boards`).filter((name) => name.endsWith('.svg')).map((name) => name.slice(0, -4));

export const folder = mkdtempSync(join(tmpdir(), 'casata-browser-'));
const servers = new Set();

/** A server with a database of its own; with `port` and `db` it comes back where it was. `web`: the page it serves. */
export async function serve(build, { port = 0, db = join(folder, `${servers.size}-${Date.now()}.db`), web = join(root, 'web/dist') } = {}) {
  const child = spawn(join(build, 'casata'), ['serve', '--port', String(port), '--db', db, '--web', web]);
  servers.add(child);
  let told = '', errors = '';
  child.stderr.on('data', (data) => (errors += data));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      told += data;
      const match = /http:\/\/[^\s]+/.exec(told);
      if (match) resolve(match[0]);
    });
    child.on('exit', (code) => reject(new Error(`casata serve ended with ${code}: ${errors}`)));
    setTimeout(() => reject(new Error('casata serve does not listen')), 40000).unref();
  });
  const stop = (signal = 'SIGTERM') =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.on('exit', resolve);
      servers.delete(child);
      child.kill(signal);
    });
  return { address, port: Number(new URL(address).port), db, stop };
}
export async function cleanUp() {
  for (const child of servers) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.on('exit', cleanUp); // however a test or a tool ends

export async function launch() {
  const executablePath = execFileSync(`${root}tools/browser`, { encoding: 'utf8' }).trim();
  // The shell alone would round the widths of letters.
  const args = ['--headless', '--font-render-hinting=none', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath, args });
}

/** Whatever a page is waited for, also on a busy machine. */
export const PATIENCE_MS = 180000;
/** A fresh browser window whose console must stay clean. `expected`: what may be written there all the same; `speed`: of
 *  the turns of the others, which most tests do not wait for; `asks`: as newcomers are, before their turn ends; `coach`: what it speaks of. */
export async function open(browser, { expected, speed = 'once', asks = false, coach = 'off', ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 }, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', serviceWorkers: 'block', ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript((settings) => {
    try {
      localStorage['casata.settings'] ??= JSON.stringify(settings);
    } catch {
      // no storage there
    }
  }, { speed, confirm: asks, coach });
  const troubles = [];
  context.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type()) || /blocked by Playwright/.test(text) || expected?.test(text)) return;
    troubles.push(text);
  });
  context.on('weberror', (error) => troubles.push(String(error.error()?.stack ?? error.error())));
  const page = await context.newPage();
  page.troubles = troubles;
  return page;
}

export function check(condition, text) {
  if (!condition) throw new Error(text);
}
export function equal(got, wanted, text) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  check(a === b, `${text}: ${a} is not ${b}`);
}

/** axe-core finds nothing wrong with the page, or with parts of it (selectors); `rules`: which ones. */
export async function accessible(page, where, parts = [], rules = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(
    ([selectors, only]) => window.axe.run(selectors.length ? { include: selectors.map((one) => [one]) } : document, { resultTypes: ['violations'], ...only }),
    [parts, rules],
  );
  const told = violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} ${n.any?.[0]?.message ?? ''}`).join(' | ')}`);
  check(!told.length, `${where}: ${told.join('\n')}`);
}

/** Looking at every frame, as is usual, would keep the browser painting. */
const QUIETLY = { polling: 15 };

// --- a person at a table ------------------------------------------------------------------------------------
export const table = (page) =>
  page.evaluate(() => {
    const { ply, busy, mine, over } = document.querySelector('.table')?.dataset ?? {};
    return { ply: Number(ply), busy: busy === 'true', mine: mine === 'true', over: over === 'true' };
  });
/** Waits until this person has to decide, or the game is over. (An element as the answer would be kept in memory.) */
export async function myTurn(page) {
  await page.waitForFunction(() => {
    const t = document.querySelector('.table');
    return t?.dataset.busy === 'false' && (t.dataset.over === 'true' || (t.dataset.mine === 'true' && !!document.querySelector('.choices button')));
  }, undefined, QUIETLY);
  return table(page);
}
/** Waits until a decision is made. A pass asks while there is something else to do: it is meant. */
export const settled = (page, ply) =>
  page.waitForFunction((before) => {
    const t = document.querySelector('.table');
    if (!t || t.dataset.busy !== 'false') return false;
    if (t.dataset.ply === String(before)) document.querySelector('.confirm .primary')?.click();
    return t.dataset.ply !== String(before);
  }, ply, QUIETLY);
/** Waits for what a click or a key brings: the decision itself, or what asks further. */
export const answered = (page, ply, further = '.menu button, .piece.selected, .confirm .primary') =>
  page.waitForFunction(([before, more]) => document.querySelector('.table').dataset.ply !== String(before) || document.querySelector(more), [ply, further], QUIETLY);
export const actions = (page) => page.$$eval('.choices button', (list) => list.map((b) => b.dataset.action));
export async function choose(page, action) {
  const { ply } = await table(page);
  await page.click(`.choices button[data-action="${action}"]`);
  await settled(page, ply);
}
/** The screen with the result, which comes at the end, is put away. */
export async function closeResult(page) {
  await page.click('[data-testid=close-result]');
  await page.waitForSelector('[data-testid=result]', { state: 'detached' });
}
export const promptOf = async (page) => (await page.textContent('[data-testid=prompt]')).trim();
/** Against bots that decide at once. */
export async function quickGame(page, address, { game = 'signorie', seed = 7, seats = 3, level = 'paggio' } = {}) {
  await page.goto(`${address}#/play/${game}?seed=${seed}&seats=${seats}&level=${level}`);
  await myTurn(page);
}
/** A finished match that the program made, as a file. */
export function finishedFile(build, seats = [1, 2].map((n) => ({ kind: 'bot', level: 'paggio', name: `Bot ${n}` }))) {
  const lines = ['{"cmd":"new","game":"signorie","seats":2,"seed":5}', '{"cmd":"random"}', '{"cmd":"save"}'];
  const { match } = JSON.parse(execFileSync(join(build, 'casata'), ['engine'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' }).trim().split('\n').at(-1));
  return Buffer.from(JSON.stringify({ ...match, seats }));
}
/** For how many players a game is. */
export function seatCounts(build) {
  const { games: list } = JSON.parse(execFileSync(join(build, 'casata'), ['engine'], { input: '{"cmd":"games"}\n', encoding: 'utf8' }));
  return (game) => list.find(({ id }) => id === game).seats;
}
/** Numbers that are the same in every run. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
}
