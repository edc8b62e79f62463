// guide.mjs: how to play on one page, the legend at the table, worked examples on the board, and the first steps of newcomers:
// with the mouse, with the keyboard and on a phone, in every language.
import { accessible, check, equal, games, open } from './kit.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function opened(browser, address, game, { lang, ...options } = {}) {
  const page = await open(browser, options);
  if (lang) await page.addInitScript((lang) => (localStorage['casata.settings'] = JSON.stringify({ lang, speed: 'once' })), lang);
  await page.goto(`${address}#/how/${game}`);
  await page.waitForSelector('.guide[data-ready=true]');
  return page;
}
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1);
/** Texts without a translation show their id in angle brackets. */
const whole = async (page) => !/⟨|undefined/.test(await page.evaluate(() => document.querySelector('main').innerText));

async function readGuide(browser, address, game, options) {
  const page = await opened(browser, address, game, options);
  check(await whole(page), 'every text is there');
  check(await fits(page), 'nothing is wider than the screen');
  const shown = await page.evaluate(() => [...document.querySelectorAll('.guidepicture')].map((figure) => figure.querySelectorAll('.board .piece, .board .hit, .cards use').length));
  check(shown.length >= 5 && shown.every((count) => count > 0), `pictures with pieces or places: ${shown}`);
  const unmarked = await page.evaluate(() => [...document.querySelectorAll('.guidepicture')].filter((figure) => figure.querySelector('.cut') && new Set([...figure.querySelectorAll('.marks text')].map((text) => text.textContent)).size < figure.querySelectorAll('figcaption li').length).map((figure) => figure.dataset.picture));
  equal(unmarked, [], 'every mark is in its picture');
  const small = await page.evaluate(() => [...document.querySelectorAll('.guidepicture .cut')].filter((cut) => cut.clientWidth < Math.min(600, parseFloat(cut.style.maxWidth)) - 1).map((cut) => cut.closest('figure').dataset.picture));
  equal(small, [], 'no picture is shrunk until nothing can be told');
  const silent = await page.evaluate(() => [...document.querySelectorAll('.sign')].filter((sign) => sign.querySelector('dd').textContent.trim().length < 4 || !sign.querySelector(sign.dataset.symbol ? 'use[href^="#"]' : 'b')).map((sign) => sign.dataset.symbol ?? sign.textContent));
  equal(silent, [], 'every sign is drawn and explained, or named');
  check(await page.locator('.sign:not([data-symbol])').count() > 20, 'what is no symbol has its entries');
  await accessible(page, `how to play ${game}`);
  return page;
}

export const tests = {
  ...Object.fromEntries(games.map((game, i) => [`how to play ${game}, on one page`, async ({ browser, address }) => {
    await readGuide(browser, address, game);
    await readGuide(browser, address, game, { ...phone, lang: ['pl', 'hu'][i % 2], colorScheme: 'dark' });
    check(await whole(await opened(browser, address, game, { lang: ['hu', 'pl'][i % 2] })), 'every text is there in the third language');
  }])),
  async 'the guide is searched and printed, its rules are below'({ browser, address }) {
    const page = await opened(browser, address, 'signorie');
    const sections = await page.locator('.guide main > section').count();
    await page.fill('[data-testid=find]', 'DOWRY');
    await page.waitForSelector('.rulestext .rule:not([hidden])');
    const left = await page.evaluate(() => [...document.querySelectorAll('.rulestext .rule:not([hidden]), .sign')].map((element) => element.textContent.toLowerCase()));
    check(left.length > 2 && left.every((text) => text.includes('dowr')), 'only what was searched for is left');
    check((await page.locator('.guide main > section').count()) < sections, 'and fewer sections');
    await page.fill('[data-testid=find]', 'no such words anywhere');
    await page.waitForSelector('.guide [role=status]');
    await page.fill('[data-testid=find]', '');
    await page.waitForSelector('.guidepicture');
    await page.emulateMedia({ media: 'print' });
    check(!(await page.isVisible('.guidetools')) && !(await page.isVisible('.guidegrid > nav')), 'paper has no buttons');
    check(await page.isVisible('.guidepicture .board'), 'but pictures');
    await page.emulateMedia({ media: 'screen' });
    await page.click('[data-testid=open-rules]');
    await page.waitForSelector('.rulestext .rule');
    await page.goto(`${address}#/how/signorie/R8.4`);
    await page.waitForSelector('.rulestext .target');
  },
  async 'a worked example is shown on the board, with the keyboard too'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/rules/signorie/R8.4`);
    await page.focus('.example[data-rule="R8.4"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .exampleboards .board .piece');
    const before = await page.textContent('dialog .said');
    await page.focus('[data-testid=example-next]');
    await page.keyboard.press('Enter');
    await page.waitForFunction((before) => document.querySelector('dialog .said').textContent !== before, before);
    check(!/⟨/.test(await page.textContent('dialog .said')), 'what happens is said');
    await accessible(page, 'an example');
    await page.click('[data-testid=example-back]');
    await page.waitForFunction((before) => document.querySelector('dialog .said').textContent === before, before);
    await page.keyboard.press('Escape');
    check(!(await page.$('dialog')), 'Escape closes it');
  },
  async 'the legend at the table says what the explanations say'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/play/signorie?seed=3&seats=3`);
    await page.waitForSelector('.stage [role=button]');
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.click('[data-testid=help]');
    await page.waitForSelector('.sign[data-symbol="piece-man"]');
    check(requests.some((url) => /guide/.test(url)), 'it is loaded when it is wanted');
    const text = await page.textContent('.sign[data-symbol="piece-man"] dd');
    await accessible(page, 'the legend');
    await page.keyboard.press('Escape');
    const man = page.locator('.stage .piece:has(use[href$="piece-man"])').first();
    await man.click({ button: 'right' });
    await page.waitForSelector('.float .cardtext');
    check((await page.textContent('.float')).includes(text), `the same words: ${text}`);
  },
  async 'newcomers choose a game, and play or watch at once'({ browser, address }) {
    const page = await open(browser, phone);
    await page.goto(address);
    await page.waitForSelector('.newgames li .cover use');
    equal(await page.locator('.newgames > li').count(), games.length, 'every game');
    check(await fits(page), 'on a phone too');
    await accessible(page, 'the first page');
    await page.focus('.newgames [data-game=signorie] a[href="#/first/signorie"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.stage .piece');
    await page.waitForSelector('.table[data-mine=true]');
    await page.click('[data-panel=players]');
    check(/Paggio/.test(await page.textContent('.panels')), 'against the gentlest bots');
    check((await page.textContent('[data-testid=why]')).length > 60, 'with what the decision is for, as after the lessons');
  },
  async 'two bots are watched, and say why'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/watch/signorie?seed=5`);
    await page.waitForSelector('.caption .why');
    check(!/⟨/.test(await page.textContent('.caption')), 'in words');
    check(!(await page.$('.winner')), 'the end is not given away');
    await page.click('.replay button[aria-label="Pause"], .replay button:has(+ button)');
    await accessible(page, 'watching');
  },
};
