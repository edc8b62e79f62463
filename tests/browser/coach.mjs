// coach.mjs: the coach speaks before a decision is played: with the mouse, by keys alone and on a phone; the first game after
// the lessons. In the first turn of Signorie a free die lies there, so passing is worth a note.
import { existsSync } from 'node:fs';
import { check, equal, games, myTurn, open, quickGame, root, settled, table } from './kit.mjs';

const PASS = '.choices button[data-action="pass"]';
const note = (page) => page.locator('[data-testid=coach]');
const said = (page) => page.getAttribute('[data-testid=coach]', 'data-note');
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function passNoted(page, press) {
  const { ply } = await table(page);
  await press();
  await note(page).waitFor();
  equal(await said(page), 'pass', 'the note about a free die');
  equal((await table(page)).ply, ply, 'nothing is played before the answer');
  return ply;
}

async function mouse({ browser, address }) {
  const page = await open(browser, { coach: 'blunders' });
  await quickGame(page, address);
  const ply = await passNoted(page, () => page.click(PASS));
  check((await page.locator('.better').count()) > 1, 'the better die is lit on the board');
  await page.click('[data-testid=think]');
  await note(page).waitFor({ state: 'detached' });
  equal((await table(page)).ply, ply, 'thinking on plays nothing');
  // Said once a round; now a thought finds that passing gives away much.
  await page.click(PASS);
  await note(page).waitFor();
  equal(await said(page), 'blunder', 'what passing costs');
  check(/\d/.test(await note(page).textContent()), 'with the points');
  await page.click('[data-testid=anyway]');
  await settled(page, ply);
  await myTurn(page);
}

async function silent({ browser, address }) {
  const page = await open(browser, { coach: 'off' });
  await quickGame(page, address);
  await page.click(PASS);
  await page.waitForSelector('.confirm .primary');
  equal(await note(page).count(), 0, 'the coach is off');
}

async function keyboard({ browser, address }) {
  const page = await open(browser, { coach: 'blunders' });
  await quickGame(page, address);
  await page.focus(PASS);
  const ply = await passNoted(page, () => page.keyboard.press('Enter'));
  const focused = () => page.evaluate(() => document.activeElement?.dataset.testid);
  equal(await focused(), 'think', 'the focus is on the answer that costs nothing');
  equal(await page.getAttribute('[data-testid=coach]', 'role'), 'alertdialog', 'a screen reader reads it');
  await page.keyboard.press('Escape');
  await note(page).waitFor({ state: 'detached' });
  await page.focus(PASS);
  await page.keyboard.press('Enter');
  await note(page).waitFor();
  await page.keyboard.press('Tab');
  equal(await focused(), 'anyway', 'the other answer is next');
  await page.keyboard.press('Enter');
  await settled(page, ply);
}

async function onPhone({ browser, address }) {
  const page = await open(browser, { coach: 'blunders', ...phone });
  await quickGame(page, address);
  await page.locator(PASS).scrollIntoViewIfNeeded();
  await passNoted(page, () => page.tap(PASS));
  for (const id of ['think', 'anyway']) {
    const box = await page.locator(`[data-testid=${id}]`).boundingBox();
    check(box && box.y >= 0 && box.y + box.height <= phone.viewport.height && box.x + box.width <= phone.viewport.width, `${id} is in sight`);
  }
  await page.tap('[data-testid=think]');
  await note(page).waitFor({ state: 'detached' });
}

async function setting({ browser, address }) {
  const page = await open(browser, { coach: 'off' });
  await quickGame(page, address);
  await page.evaluate(() => document.activeElement?.blur());
  await page.click('[data-testid=settings]');
  await page.selectOption('[data-testid=coach-level]', 'mistakes');
  await page.keyboard.press('Escape');
  await passNoted(page, () => page.click(PASS));
}

/** From the page of the lessons into a game against two gentle bots. */
async function firstGame({ browser, address }, game) {
  const page = await open(browser, { coach: 'off' });
  await page.goto(`${address}#/learn/${game}`);
  await page.click('[data-testid=first-game]');
  await myTurn(page);
  await page.waitForSelector('[data-testid=why]');
  check((await page.textContent('[data-testid=why]')).length > 60, 'what the decision is for');
  check((await page.textContent('body')).includes('Bot 3'), 'three seats');
  await page.reload();
  await myTurn(page);
  await page.waitForSelector('[data-testid=why]');
}

export const tests = {
  'coach: mouse': mouse,
  'coach: off': silent,
  'coach: keyboard': keyboard,
  'coach: phone': onPhone,
  'coach: setting': setting,
  ...Object.fromEntries(
    games.filter((game) => existsSync(`${root}data/${game}/lessons.txt`)).map((game) => [`coach: first game of ${game}`, (context) => firstGame(context, game)]),
  ),
};
