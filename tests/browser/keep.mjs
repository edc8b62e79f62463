// keep.mjs: what a device keeps, calls back and renews: results, one file for everything, notifications, versions; fingers.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { clicks, memory, noteLongTasks } from './measure.mjs';
import { accessible, actions, check, choose, equal, finishedFile, folder, games, myTurn, open, quickGame, root, settled, table } from './kit.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export const tests = {
  async 'newcomers meet the lowest level, and another choice is remembered'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/new/signorie`);
    await page.waitForSelector('[data-level="1"]');
    const values = await page.$$eval('[data-level="1"] option', (list) => list.map((option) => option.value));
    equal(await page.$eval('[data-level="1"]', (select) => select.value), values[0], 'the lowest level at first');
    await page.selectOption('[data-level="1"]', values[2]);
    await page.reload();
    await page.waitForSelector('[data-level="1"]');
    equal(await page.$eval('[data-level="1"]', (select) => select.value), values[2], 'the chosen level later');
  },

  async 'running games first, finished ones with their results, all of it in one file'({ browser, address, build }) {
    const page = await open(browser);
    await quickGame(page, address);
    const { ply } = await table(page);
    await page.goto(`${address}#/`);
    await page.waitForSelector('.running .mine');
    const order = await page.$$eval('.home main h2', (list) => list.map((heading) => heading.id));
    equal(order.slice(0, 3), ['continue', 'newhere', 'games'], 'running games, newcomers, games');
    await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: finishedFile(build, [{ kind: 'human', name: 'Anna' }, { kind: 'bot', level: 'paggio', name: 'Bot 2' }]) });
    await page.waitForSelector('.table[data-over=true]');
    await page.goto(`${address}#/`);
    await page.waitForSelector('.running .over');
    const result = await page.textContent('.running .over .turn');
    check(/\d.*2.*\d/.test(result), `place and points: ${result}`);
    await page.click('.masthead [aria-label]');
    await page.selectOption('dialog [data-testid=language]', 'pl');
    await page.waitForSelector('html[lang=pl]'); // the texts come first, then the setting
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-testid=save-all]')]);
    const file = `${folder}/keepsake.json`;
    await download.saveAs(file);

    const other = await open(browser);
    await other.goto(address);
    await other.waitForSelector('[data-testid=import]', { state: 'attached' });
    await other.setInputFiles('[data-testid=import]', file);
    await other.waitForSelector('.news');
    equal(await other.$$eval('.running li', (list) => list.length), 2, 'both games are here');
    equal(await other.evaluate(() => document.documentElement.lang), 'pl', 'the settings too');
    await other.click('.running .mine a');
    await myTurn(other);
    equal((await table(other)).ply, ply, 'at the same decision');
    await other.goto(`${address}#/`);
    await other.waitForSelector('.running .mine');
    const spoilt = JSON.parse(readFileSync(file, 'utf8'));
    spoilt.matches[0].id = 'ffffffffffffffff';
    spoilt.matches[0].file = spoilt.matches[0].file.replace('"log"', '"lag"');
    writeFileSync(file, JSON.stringify(spoilt));
    await other.setInputFiles('[data-testid=import]', file);
    await other.waitForSelector('.news');
    check(/0.*1/.test(await other.textContent('.news')), 'what cannot be proved is left out, and the page says so');
    equal(await other.$$eval('.running li', (list) => list.length), 2, 'nothing is there twice');
  },

  async 'the first touch explains, the second one acts, and a setting brings back one touch'({ browser, address }) {
    const page = await open(browser, phone);
    await quickGame(page, address);
    const tapLit = async () => {
      const box = await (await page.$('.stage [role=button]')).boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    const { ply } = await table(page);
    await tapLit();
    await page.waitForSelector('[data-testid=aim]');
    equal((await table(page)).ply, ply, 'nothing has happened');
    check((await page.textContent('[data-testid=aim]')).length > 10, 'it says what it is');
    await accessible(page, 'what was touched');
    const low = await page.$$eval('.aim button', (list) => list.map((b) => b.getBoundingClientRect()).filter((r) => r.height < 44 || r.width < 44).length);
    equal(low, 0, 'its buttons are large');
    const inSight = async (part) => {
      const r = await page.$eval(`.aim ${part}`, (e) => ({ ...e.getBoundingClientRect().toJSON(), top: e.getBoundingClientRect().top, on: (([x, y]) => e.contains(document.elementFromPoint(x, y)))([e.getBoundingClientRect().left + 20, e.getBoundingClientRect().top + 20]) }));
      check(r.on, `${part} is in sight: ${JSON.stringify(r)}`);
    };
    await inSight('button');
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForSelector('[data-testid=aim]');
    await inSight('[data-testid=do-it], .choice');
    await page.setViewportSize(phone.viewport);
    await page.tap('[data-testid=aim] [data-testid=do-it], [data-testid=aim] .choice');
    await settled(page, ply);
    await myTurn(page);
    await page.evaluate(() => localStorage.setItem('casata.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('casata.settings') ?? '{}'), twice: false })));
    await page.reload();
    const { ply: then } = await myTurn(page);
    await tapLit();
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply !== String(n) || document.querySelector('.menu, .piece.selected'), then);
    check(!(await page.$('[data-testid=aim]')), 'one touch is enough');
  },

  async 'a panel has a close, the way through the match is hidden while one plays on a phone'({ browser, address }) {
    const page = await open(browser, phone);
    await quickGame(page, address);
    check(!(await page.isVisible('.replay')), 'no bar for the replay');
    await page.tap('[data-panel=log]');
    await page.tap('.fold');
    check(!(await page.isVisible('.panel')), 'the panel is closed');
  },

  ...Object.fromEntries([['portrait', 390, 844], ['landscape', 844, 390], ['tablet', 768, 1024]].map(([name, width, height]) => [`what acts is 44 px high, ${name}`, async ({ browser, address }) => {
    const page = await open(browser, { ...phone, viewport: { width, height } });
    const small = () => page.evaluate(() => [...document.querySelectorAll('button, a.button, select, .bar a')].filter((e) => e.checkVisibility() && !e.closest('.veil, .sr')).map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0 && (r.height < 43.5 || r.width < 43.5)).map(([e, r]) => `${e.className} ${e.textContent.trim().slice(0, 20)} ${Math.round(r.width)}×${Math.round(r.height)}`));
    await page.goto(address);
    await page.waitForSelector('[data-testid=play-now]');
    equal(await small(), [], 'home');
    await page.goto(`${address}#/new/signorie`);
    await page.waitForSelector('[data-testid=start]');
    equal(await small(), [], 'new table');
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'new table fits');
    for (const game of games) {
      await page.goto(address);
      await quickGame(page, address, { game });
      equal(await small(), [], game);
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight), `${game} fits`);
      const stage = await page.$eval('.stage', (e) => [e.clientWidth, e.clientHeight]);
      check(stage[0] > 250 && stage[1] > 200, `${game}: there is room for the boards, ${stage}`);
    }
  }])),

  async 'fonts come with the page, and the first visit is light'({ browser, address }) {
    const page = await open(browser);
    const paths = new Set();
    page.context().on('request', (request) => paths.add(new URL(request.url()).pathname));
    await quickGame(page, address, { seats: 4 });
    await page.evaluate(() => document.fonts.ready);
    const loaded = await page.evaluate(() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('"', '')));
    for (const family of ['Casata Serif', 'Casata Sans']) check(loaded.includes(family), `${family} is in use`);
    const sent = [...paths].filter((path) => path !== '/ws' && !path.endsWith('.bin')).map((path) => `${root}web/dist${path === '/' ? '/index.html' : path}`);
    const total = sent.reduce((sum, file) => sum + Math.min(...[file, `${file}.br`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? Infinity)), 0);
    check(total <= 400_000, `${total} bytes`); // as in tools/page_weight; a net comes after the first board
    const letters = await page.evaluate(() => document.fonts.load('16px "Casata Sans"', 'zażółć gęślą jaźń árvíztűrő tükörfúrógép').then((faces) => faces.length));
    equal(letters, 2, 'Polish and Hungarian letters are in the fonts');
  },

  async 'every file of the page is kept for the time without a network'() {
    const list = readFileSync(`${root}web/dist/service_worker.js`, 'utf8');
    const files = readdirSync(`${root}web/dist`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz|stamp)$|^service_worker/.test(entry.name))
      .map((entry) => `${entry.parentPath.slice(`${root}web/dist`.length)}/${entry.name}`.replace(/^\//, ''));
    check(files.length > 40, 'fonts, nets, boards, texts');
    equal(files.filter((file) => !list.includes(file)), [], 'files that are not kept');
  },

  async 'the turn shows on the icon, and a notification comes while the page is out of sight'({ browser, address }) {
    const page = await open(browser);
    await page.addInitScript(() => {
      window.told = [];
      window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, { body }) { window.told.push([title, body]); }
        close() { window.told.push(['closed']); }
      };
      navigator.setAppBadge = async (n) => void window.told.push(['badge', n]);
      navigator.clearAppBadge = async () => void window.told.push(['no badge']);
    });
    await quickGame(page, address);
    equal(await page.getAttribute('link[rel=icon]', 'href'), './icon_turn.svg', 'a mark on the icon');
    await page.click('[data-testid=settings]');
    await page.click('[data-testid=notify]');
    await page.keyboard.press('Escape');
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
    for (let i = 0; i < 12 && !(await page.evaluate(() => window.told.length)); i++) {
      await choose(page, (await actions(page)).at(-1));
      await myTurn(page);
    }
    await page.waitForFunction(() => window.told.length > 1);
    const told = await page.evaluate(() => window.told);
    equal(told.slice(0, 2), [['badge', 1], ['Signorie', 'It is your turn.']], 'badge and notification');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: false });
      dispatchEvent(new Event('visibilitychange'));
    });
    check((await page.evaluate(() => window.told)).some(([what]) => what === 'no badge'), 'who looks is not called any more');
    await page.goto(`${address}#/`);
    await page.waitForSelector('[data-testid=play-now]');
    equal(await page.getAttribute('link[rel=icon]', 'href'), './icon.svg', 'no mark elsewhere');
  },

  async 'a decision is not lost when the page closes while bots think'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { level: 'conte' });
    const { ply } = await table(page);
    await page.click('.choices button');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.ply) > n || document.querySelector('.table').dataset.busy === 'true', ply);
    await page.reload();
    const { ply: then } = await myTurn(page);
    check(then > ply, 'the decision is there, and the bots have gone on');
  },

  async 'a click is answered within a tenth of a second, and nothing blocks the screen'({ browser, address }) {
    // On a busy machine the limits are loose; tools/page_weight and this print what was measured.
    const page = await open(browser);
    await noteLongTasks(page);
    await quickGame(page, address, { seats: 4 });
    const { times, long } = await clicks(page, 15);
    console.log(`     click to answer: median ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms; long tasks: ${long.join(', ') || 'none'} ms`);
    check(times[times.length >> 1] < 1000, `median ${times[times.length >> 1]} ms`);
  },

  async 'memory is flat over three games'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { game: 'legacy', seats: 2 });
    const held = await memory(page, 3);
    console.log(`     held after each game: ${held.map(({ bytes, nodes }) => `${(bytes / 1e6).toFixed(1)} MB, ${nodes} nodes`).join('; ')}`);
    const [first, , last] = held;
    check(last.bytes < first.bytes + 1e6, 'no more than a megabyte is added by two games');
    check(last.nodes < 1.2 * first.nodes, 'nor nodes of the page');
  },
};
