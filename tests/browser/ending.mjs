// ending.mjs: the result of a game, and trying things out without touching the table.
import { actions, check, choose, closeResult, equal, finishedFile, myTurn, open, promptOf, quickGame, table } from './kit.mjs';

const text = (page, selector) => page.$eval(selector, (e) => e.textContent.replace(/\s+/g, ' ').trim());
/** Plays the first option until the game is over. */
async function toTheEnd(page) {
  while (!(await myTurn(page)).over) await choose(page, (await actions(page))[0]);
  await page.waitForSelector('[data-testid=result]');
}
const pieces = (page) => page.$$eval('.stage .piece', (list) => list.map((p) => p.getAttribute('transform')).join());

export const tests = {
  async 'the result: places, sources, what decided it, chances, another game'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { seats: 3 });
    await toTheEnd(page);
    const places = await page.$$eval('.places li', (list) => list.map((li) => [li.querySelector('.rank').textContent, Number(li.querySelector('.points').textContent)]));
    equal(places.length, 3, 'a place for everybody');
    check(places[0][0] === '1.' && places[0][1] >= places[1][1] && places[1][1] >= places[2][1], JSON.stringify(places));
    const sums = await page.$$eval('.result .scores tfoot tr:first-child td', (list) => list.map((td) => Number(td.textContent.replace('−', '-'))).sort((a, b) => b - a));
    equal(sums, places.map(([, points]) => points), 'points by source add up to them');
    const decided = await text(page, '.decided');
    check(decided.includes(`${places[0][1] - places[1][1]} point`) || decided.includes('tie-breaker'), `what decided it: ${decided}`);
    check(/[a-z]+ \+\d/.test(decided), `with its sources: ${decided}`);
    await page.waitForSelector('.result .curve .win');
    check(/Round \d/.test(await text(page, '.result .curve')), 'the time axis has rounds');
    await page.locator('.result').getByRole('button', { name: 'Review' }).click();
    await page.waitForSelector('[data-testid=reviewed]');
    await page.keyboard.press('Escape');
    await page.click('[data-testid=show-result]');
    await page.locator('.result').getByRole('button', { name: 'Share' }).click();
    check((await page.inputValue('dialog .copylink input')).includes('#/m/'), 'a link to share');
    await page.keyboard.press('Escape');
    const url = page.url();
    await page.click('[data-testid=again]');
    await page.waitForFunction((before) => location.href !== before, url);
    const again = await myTurn(page);
    check(again.mine && !again.over && again.ply < 60, 'another game with the same players');
    equal(await page.$$eval('.playerline .who', (list) => list.map((e) => e.textContent).sort()), ['Bot 2', 'Bot 3', 'Player 1'], 'who plays');
    await page.goto(url);
    await myTurn(page);
    check(!(await page.$('[data-testid=result]')), 'a finished match that is opened is only looked at');
  },

  async 'a decision of the review is in view on a phone, with the better option'({ browser, address, build }) {
    const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(address);
    await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: finishedFile(build) });
    await page.tap('[data-testid=review]');
    await page.waitForSelector('[data-testid=reviewed]');
    let marked = 0;
    for (let i = 0; i < 3; i++) {
      const decision = page.locator('.decisions button').nth(i);
      const [name] = (await decision.locator('b').first().textContent()).split('−');
      await decision.tap();
      await page.waitForSelector('.replay.past');
      const outside = await page.$$eval('.replay :is(button, input)', (list) => list.filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth).map((e) => e.ariaLabel));
      equal(outside, [], 'controls beyond the edge of the screen');
      const heading = await promptOf(page);
      check(heading.includes(name.trim()), `whose decision it is: ${heading}, ${name}`);
      const inView = () => {
        const frame = document.querySelector('.panzoom').getBoundingClientRect();
        const better = [...document.querySelectorAll('.panzoom .better')].map((e) => e.getBoundingClientRect());
        return !better.length || better.some((r) => r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1 && r.left >= frame.left - 1 && r.right <= frame.right + 1);
      };
      await page.waitForFunction(inView);
      marked += Math.min(1, (await page.$$('.panzoom .better')).length);
      await page.tap('.ask [data-testid=review]');
    }
    check(marked > 0, 'a better option that is marked');
  },

  async 'whoever is out of the game reads why and when'({ browser, address }) {
    const page = await open(browser);
    for (let seed = 1; seed < 12; seed++) {
      await quickGame(page, address, { game: 'legacy', seats: 2, seed });
      for (let i = 0; i < 400 && !(await myTurn(page)).over; i++) {
        const list = await actions(page);
        await choose(page, list.find((action) => action === 'pass') ?? list[0]);
      }
      await page.waitForSelector('[data-testid=result]');
      if (await page.$('.result .out')) break;
      await closeResult(page);
    }
    check(/^Round \d+: .*died out/.test(await text(page, '.result .out')), await text(page, '.result .out'));
    const own = await page.$$eval('.places li', (list) => list.map((li) => li.textContent.replace(/\s+/g, ' ').trim()));
    check(own.some((line) => /^– ?Player 1/.test(line)), `no place: ${own}`);
  },

  async 'things are tried out without touching the table'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { game: 'zhanguo' });
    await choose(page, (await actions(page)).find((action) => action.startsWith('play')));
    await myTurn(page);
    const before = [await table(page), await promptOf(page), await pieces(page)];
    const url = page.url();
    await page.click('[data-testid=try]');
    await page.waitForSelector('[data-testid=trying]');
    await myTurn(page);
    equal([await promptOf(page), await pieces(page)], before.slice(1), 'the same position');
    for (let i = 0; i < 8 && (await table(page)).ply < 6; i++) {
      const list = await actions(page);
      await choose(page, list.find((action) => action.startsWith('unify')) ?? list[0]);
      await myTurn(page);
    }
    check((await table(page)).ply >= 6, 'the others play on');
    await page.getByRole('link', { name: 'Back to the table' }).click();
    await page.waitForSelector('[data-testid=trying]', { state: 'detached' });
    await myTurn(page);
    equal([page.url(), await table(page), await promptOf(page), await pieces(page)], [url, ...before], 'the table is as it was');
    await page.goto(address);
    await page.waitForSelector('.running a');
    equal((await page.$$('.running a')).length, 1, 'nothing of it is kept');
  },
};
