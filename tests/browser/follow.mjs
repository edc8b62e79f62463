// follow.mjs: the turns of the others one after another, with captions; speed and skip; the story by turns and rounds.
import { accessible, actions, check, choose, equal, games, myTurn, open, promptOf, quickGame, settled, table } from './kit.mjs';

const caption = (page) => page.$eval('[data-testid=caption]', (strip) => strip.textContent.replace(/\s+/g, ' ').trim()).catch(() => '');
const past = (page) => page.evaluate(() => !document.querySelector('.choices button'));
/** Notes every caption that appears, with the pieces that are lit then and whether something could be chosen. */
const watch = (page) =>
  page.evaluate(() => {
    const seen = (window.captions = []);
    new MutationObserver(() => {
      const says = document.querySelector('.caption .says')?.textContent;
      const name = document.querySelector('.caption .seatname')?.textContent.trim() ?? '';
      if (says && seen.at(-1)?.says !== says) seen.push({ name, says, time: performance.now(), open: document.querySelectorAll('.choices button').length });
      if (says) seen.at(-1).moved = Math.max(seen.at(-1).moved ?? 0, document.querySelectorAll('.piece.moved').length);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
const done = (page) => page.waitForFunction(() => document.querySelector('.choices button') && !document.querySelector('.caption'), undefined, { polling: 15 });
/** Decides until others have turns to be shown. */
async function handOver(page, action = 'pass') {
  const { ply } = await table(page);
  await page.click(`.choices button[data-action="${action}"]`);
  await settled(page, ply);
}

export const tests = {
  async 'the turns of bots are shown one after another'({ browser, address }) {
    const page = await open(browser, { speed: 'fast' });
    await quickGame(page, address, { seats: 4 });
    await watch(page);
    await handOver(page);
    await done(page);
    const seen = await page.evaluate(() => window.captions);
    const bots = seen.filter(({ name }) => name.startsWith('Bot'));
    check(bots.length >= 3, `a caption for each bot: ${JSON.stringify(seen)}`);
    check(bots.every(({ says, name }) => says.length > 5 && !says.includes(name)), 'in words, without the name twice');
    check(bots.some(({ says }) => /[+−]\d/.test(says)), 'with what it brought');
    check(bots.filter(({ moved }) => moved > 0).length >= 2, 'what moved is lit');
    check(seen.slice(0, -1).every(({ open }) => open === 0), 'nothing can be chosen at an old position');
    const pauses = seen.slice(1).map(({ time }, i) => time - seen[i].time);
    check(pauses.every((ms) => ms > 400), `each has its time: ${pauses}`);
    check(!/\/at\//.test(page.url()), 'the address stays that of the table');
  },

  async 'a space, a click or the button goes to the present'({ browser, address }) {
    const page = await open(browser, { speed: 'slow' });
    await quickGame(page, address, { seats: 4 });
    const ways = [() => page.keyboard.press(' '), () => page.click('.stage', { position: { x: 60, y: 60 } }), () => page.click('[data-testid=skip]'), () => page.keyboard.press('Escape')];
    for (const way of ways) {
      const list = await actions(page);
      await handOver(page, list.includes('pass') ? 'pass' : list[0]);
      for (let i = 0; i < 20 && !(await page.$('[data-testid=skip]')); i++) {
        // a decision of one's own goes on, or nobody else had a turn
        await page.waitForFunction(() => document.querySelector('[data-testid=skip]') || document.querySelector('.choices button'), undefined, { polling: 15 });
        if (await page.$('[data-testid=skip]')) break;
        await handOver(page, (await actions(page))[0]);
      }
      await page.waitForSelector('[data-testid=skip]');
      check(await past(page), 'an old position');
      const { mine, ply } = await table(page);
      const prompt = await promptOf(page);
      check(prompt.length > 10 && !/looking back/.test(prompt), `the prompt stands there already: ${prompt}`);
      await way();
      await myTurn(page);
      equal((await table(page)).ply, ply, 'nothing was decided by it');
      check(mine, 'and whose turn it is was said before');
      await page.waitForSelector('.caption', { state: 'detached' });
    }
  },

  async 'all at once, and how it is set'({ browser, address }) {
    const page = await open(browser, { speed: 'slow' });
    await quickGame(page, address);
    await page.click('[data-testid=settings]');
    await page.selectOption('[data-testid=speed]', 'once');
    await page.keyboard.press('Escape');
    await watch(page);
    await choose(page, 'pass');
    await myTurn(page);
    equal(await page.evaluate(() => window.captions), [], 'no captions');
    await page.reload();
    await myTurn(page);
    await page.click('[data-testid=settings]');
    equal(await page.inputValue('[data-testid=speed]'), 'once', 'the setting is kept');
  },

  async 'a calm voice: one message for all turns of the others'({ browser, address }) {
    const page = await open(browser, { speed: 'fast' });
    await quickGame(page, address, { seats: 4 });
    await page.evaluate(() => {
      window.told = [];
      const region = document.querySelector('.ask .sr[aria-live=polite]');
      new MutationObserver(() => window.told.push(region.textContent)).observe(region, { subtree: true, childList: true, characterData: true });
    });
    await handOver(page);
    await done(page);
    const told = await page.evaluate(() => window.told);
    equal(told.length, 1, `messages: ${JSON.stringify(told)}`);
    check(['Bot 2', 'Bot 3', 'Bot 4'].every((name) => told[0].includes(name)), told[0]);
    equal(await page.$$eval('.caption [aria-live], .caption [role=status]', (list) => list.length), 0, 'the strip itself is silent');
  },

  async 'a reload brings the present, and the recap plays on request'({ browser, address }) {
    const page = await open(browser, { speed: 'normal', viewport: { width: 390, height: 844 }, hasTouch: true });
    await quickGame(page, address);
    await handOver(page);
    await page.waitForSelector('[data-testid=skip]');
    const strip = await page.$eval('.caption', (e) => e.getBoundingClientRect().toJSON());
    const board = await page.$eval('.stage', (e) => e.getBoundingClientRect().toJSON());
    check(strip.bottom <= board.top + 6 && strip.width > 380, 'on a phone a strip above the board');
    await page.waitForFunction(() => {
      const frame = document.querySelector('.panzoom').getBoundingClientRect();
      return [...document.querySelectorAll('.panzoom .piece.moved')].some((piece) => {
        const r = piece.getBoundingClientRect();
        return r.top >= frame.top && r.bottom <= frame.bottom && r.left >= frame.left && r.right <= frame.right;
      });
    }, undefined, { polling: 15 }); // what moved is in view
    await page.reload();
    await myTurn(page);
    equal(await caption(page), '', 'nothing is played by itself');
    await page.click('[data-panel=recap]');
    await page.getByRole('button', { name: 'Step by step' }).click();
    await page.waitForSelector('.caption');
    check(/Bot/.test(await caption(page)), 'a caption');
    await page.getByRole('button', { name: 'Pause' }).click();
    await accessible(page, 'turns played back');
    await page.locator('.ask').getByRole('button', { name: 'Back to the live game' }).click();
    await myTurn(page);
  },

  ...Object.fromEntries(games.map((game) => [`the story has turns and rounds, ${game}`, async ({ browser, address }) => {
    const page = await open(browser);
    await quickGame(page, address, { game });
    for (let i = 0; i < 60 && (await page.evaluate(() => document.querySelectorAll('.log .round').length)) < 2; i++) {
      if (i === 0) await page.click('[data-panel=log]');
      if ((await myTurn(page)).over) break;
      const list = await actions(page);
      await choose(page, list.find((action) => action === 'pass') ?? list[i % list.length]);
    }
    const story = await page.$$eval('.log .turn', (turns) => turns.map((turn) => ({ seat: turn.dataset.seat, lines: [...turn.querySelectorAll('.line')].map((line) => [line.dataset.seat, line.textContent.trim()]) })));
    check((await page.$$('.log .round')).length >= 1, 'rounds');
    check(story.length > 4, 'turns');
    const others = story.flatMap(({ seat, lines }) => lines.filter(([of]) => of !== undefined && of !== seat));
    const names = ['Player 1', 'Bot 2', 'Bot 3'];
    check(others.every(([of, text]) => text.includes(names[of])), `a line about somebody else names and marks them: ${JSON.stringify(others.slice(0, 5))}`);
    const repeated = story.flatMap(({ lines }) => lines.filter(([, text], i) => i > 0 && text === lines[i - 1][1]));
    equal(repeated, [], 'no line twice in a row');
  }])),
};
