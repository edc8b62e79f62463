// guided.mjs: a newcomer's guided first game of each game, played to its end with odd clicks: options at random, places touched in
// vain, steps taken back, passing before its time, the coach heeded, not heeded and turned off.
import { actions, check, dice, games, myTurn, open, promptOf, settled, table } from './kit.mjs';

/** Texts that no player should meet: untranslated ones, names and numbers of the program. */
const MACHINE = /⟨|undefined|NaN|null|\{\d|[a-z]_[a-z]/;
/** How many decisions a game may take at most. */
const LONGEST = 700;

/** Until then with the coach, who thinks before each decision. */
const COACHED = 20;

/** Whoever has heard enough of the coach turns it off. */
async function quiet(page) {
  await page.click('[data-testid=settings]');
  await page.selectOption('[data-testid=coach-level]', 'off');
  await page.keyboard.press('Escape');
}
/** What is asked, in words that a player reads. */
async function readable(page) {
  const seen = await page.$$eval('[data-testid=prompt], .choices button, [data-testid=why], [data-testid=coach], .alert, .info', (list) => list.map((e) => e.innerText));
  const odd = seen.find((text) => MACHINE.test(text));
  check(!odd, `in a player's words: ${odd}`);
  check((await promptOf(page)).length > 10, 'the prompt asks something');
}
/** A place that is not lit says why nothing can be done there, or which pieces in it can be touched; nothing happens. */
async function inVain(page, random) {
  const { ply } = await table(page);
  const at = await page.evaluate((n) => {
    const places = [...document.querySelectorAll('.stage .hit, .stage .piece')].map((hit) => hit.getBoundingClientRect()).map((r) => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 }));
    const dark = places.filter(({ x, y }) => {
      const there = document.elementFromPoint(x, y);
      return there?.closest('.stage [data-target]') && !there.closest('[role=button], .place.other'); // others' boards open there
    });
    return dark[n % (dark.length || 1)];
  }, random(1000));
  if (!at) return;
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector('.info .cannot, .menu button');
  await page.keyboard.press('Escape');
  check((await table(page)).ply === ply, 'a touch in vain changes nothing');
}
/** Takes the last step back if it can be, which leads to the same question again. */
async function changeMind(page, before) {
  if (await page.isDisabled('[data-testid=undo]')) return false;
  await page.click('[data-testid=undo]');
  await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n && document.querySelector('.table').dataset.busy === 'false', String(before.ply));
  await myTurn(page);
  check((await promptOf(page)) === before.prompt, 'the same question again');
  return true;
}
/** Clicks an option; a note of the coach is heeded, or not. Whether the option was played. */
async function press(page, action, heed, count) {
  const { ply } = await table(page);
  await page.click(`.choices button[data-action="${action}"]`);
  await page.waitForFunction((before) => document.querySelector('[data-testid=coach]') || document.querySelector('.confirm .primary') || (document.querySelector('.table').dataset.ply !== before && !document.querySelector('[data-testid=looking]')), String(ply), { polling: 15 });
  if (await page.$('[data-testid=coach]')) {
    check(count.decisions <= COACHED, 'the coach that is turned off is silent');
    count.coach++;
    await readable(page);
    if (heed) {
      await page.click('[data-testid=think]');
      return false;
    }
    await page.click('[data-testid=anyway]');
  }
  await settled(page, ply);
  return true;
}

async function whole({ browser, address }, game) {
  const page = await open(browser, { coach: 'blunders', asks: true });
  await page.goto(`${address}#/first/${game}?seed=4`);
  const random = dice(11), count = { decisions: 0, coach: 0, back: 0, vain: 0, why: 0 };
  for (let state = await myTurn(page); !state.over; state = await myTurn(page)) {
    check(count.decisions < LONGEST, `the game ends: ${JSON.stringify(count)}`);
    await readable(page);
    if (await page.$('[data-testid=why]')) count.why++;
    if (count.decisions === COACHED) await quiet(page);
    if (random(12) === 0) {
      await inVain(page, random);
      count.vain++;
    }
    const list = await actions(page), before = { ply: state.ply, prompt: await promptOf(page) };
    if (!(await press(page, list[random(list.length)], random(2) === 0, count))) await press(page, list[random(list.length)], false, count);
    count.decisions++;
    if (random(8) === 0 && !(await myTurn(page)).over && (await changeMind(page, before))) count.back++;
  }
  await page.waitForSelector('[data-testid=result]');
  check((await page.textContent('.result .winner')).length > 5, 'the winner is named');
  check(!MACHINE.test(await page.innerText('[data-testid=result]')), `the result in words: ${await page.innerText('[data-testid=result]')}`);
  check(count.decisions > 10 && count.why > 0 && (count.decisions < 60 || (count.vain > 0 && count.back > 0)), JSON.stringify(count));
}

export const tests = Object.fromEntries(games.map((game) => [`a guided game to its end, ${game}`, (context) => whole(context, game)]));
