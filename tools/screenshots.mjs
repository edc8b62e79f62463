// screenshots: the pictures of the documentation: home, table, phone, list, replay; of the other games table and phone; guides,
// lessons, and what a table with friends, others' turns, a result, a tablet and the dark look are like.
// usage: tools/screenshots [BUILD] [OUT] [GAME... | how | learn | more]   BUILD: folder of the build (default build), OUT: default docs/pictures
//        tools/screenshots BUILD OUT every [SIZE...] [--lang LANG] [--dark]   every screen at these sizes (tests/browser/measure.mjs), to be looked at
// example: tools/web_build && tools/screenshots build docs/pictures
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(readFileSync(process.argv[1], 'utf8').split('\n').slice(0, 5).map((line) => line.slice(3)).join('\n'));
  process.exit(0);
}
const option = (name, count) => (args.includes(name) ? args.splice(args.indexOf(name), count).at(-1) : undefined);
const lang = option('--lang', 2) ?? 'en', darkly = !!option('--dark', 1);
const root = new URL('..', import.meta.url).pathname;
const [build = join(root, 'build'), out = join(root, 'docs/pictures'), ...wanted] = args;
const { actions, choose, cleanUp, games, launch, myTurn, open, quickGame, seatCounts, serve } = await import(pathToFileURL(join(root, 'tests/browser/kit.mjs')));
const { midMatch, openMatch, sizes } = await import(pathToFileURL(join(root, 'tests/browser/measure.mjs')));

mkdirSync(out, { recursive: true });
const browser = await launch(), server = await serve(build);
const look = { colorScheme: 'light' };
/** Some rounds into a game, decisions as the hints advise; the same in every run. */
async function play(page, decisions, seats, game = 'signorie') {
  await page.goto(server.address);
  await quickGame(page, server.address, { game, seed: 11, seats, level: 'scudiero' });
  for (let i = 0; i < decisions && !(await myTurn(page)).over; i++) {
    const list = await actions(page);
    await page.click('[data-testid=hint]');
    await page.waitForSelector('.choice.best');
    await choose(page, (await page.getAttribute('.choice.best', 'data-action')) ?? list[0]);
  }
  await myTurn(page);
}
const shot = async (page, name) => {
  await page.mouse.move(2, 2);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(out, `${name}.png`) });
  console.log(join(out, `${name}.png`));
};

const small = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
async function signorie() {
  const desk = await open(browser, look);
  await play(desk, 48, 4);
  await desk.click('[data-panel=log]');
  await shot(desk, 'table');
  await desk.$eval('.replay input', (input) => {
    input.value = String(Math.round(Number(input.max) * 0.6));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await desk.waitForSelector('.replay.past');
  await desk.click('[data-panel=scores]');
  await shot(desk, 'replay');
  await desk.keyboard.press('Escape');
  await desk.click('[data-testid=list]');
  await shot(desk, 'list');
  await desk.click('[data-testid=list]');
  await desk.goto(server.address);
  await desk.waitForSelector('.cover use');
  await shot(desk, 'home');
  const phone = await open(browser, { ...look, ...small });
  await play(phone, 20, 3);
  await shot(phone, 'phone');
}
/** How to play on one page, and the legend. */
async function guide(game) {
  for (const [kind, options] of [['', look], ['-phone', { ...look, ...small, deviceScaleFactor: 1 }]]) {
    const page = await open(browser, options);
    await page.goto(`${server.address}#/how/${game}`);
    await page.waitForSelector('.guide[data-ready=true] .board .piece');
    await page.$eval('.guidepicture', (picture) => picture.scrollIntoView());
    await shot(page, `how-${game}${kind}`);
    await page.$eval('#how-legend', (legend) => legend.scrollIntoView());
    await shot(page, `legend-${game}${kind}`);
  }
}
/** A lesson with what it teaches lit, and the coach before a decision. */
async function learning() {
  for (const [kind, options] of [['', look], ['-phone', { ...look, ...small, deviceScaleFactor: 1 }]]) {
    const page = await open(browser, { ...options, coach: 'blunders' });
    await page.goto(`${server.address}#/learn/legacy/1`);
    await page.waitForSelector('.teaching[data-moves="0"] .board .piece');
    await shot(page, `lesson${kind}`);
    await quickGame(page, server.address);
    await page.click('.choices button[data-action="pass"]');
    await page.waitForSelector('[data-testid=coach]');
    await shot(page, `coach${kind}`);
  }
}
/** A match that bots played to its end. */
function finished(game, seats) {
  const lines = [{ cmd: 'new', game, seats, seed: 11 }, ...Array.from({ length: 2000 }, () => ({ cmd: 'bot', level: 'scudiero' })), { cmd: 'save' }];
  const told = execFileSync(join(build, 'casata'), ['engine'], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 27 });
  const { match } = JSON.parse(told.trim().split('\n').at(-1));
  return { ...match, seats: match.seats.map((_, i) => (i ? { kind: 'bot', level: 'paggio', name: `Bot ${i + 1}` } : { kind: 'human', name: 'Player 1' })) };
}
/** Friends are waited for, the others' turns are followed, it ends; a tablet, and in the dark. */
async function more() {
  for (const [kind, options] of [['', look], ['-phone', { ...look, ...small, deviceScaleFactor: 1 }]]) {
    const page = await open(browser, options);
    await page.goto(`${server.address}#/new/signorie`);
    await page.getByLabel('Your name').fill('Anna');
    await page.click('[data-preset=invite]');
    await page.click('[data-testid=start]');
    await page.waitForSelector('.waiting .qr');
    await shot(page, `waiting${kind}`);
    await page.goto(server.address);
    await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(finished('signorie', 4))) });
    await page.click('[data-testid=show-result]');
    await page.waitForSelector('.result .curve .win');
    await shot(page, `result${kind}`);
    const follower = await open(browser, { ...options, speed: 'slow' });
    await openMatch(follower, server.address, midMatch(build, 'zhanguo'));
    while (!(await follower.$('[data-testid=skip]'))) {
      const list = await actions(follower);
      if (list.length) await choose(follower, list[0]);
      await follower.waitForSelector('[data-testid=skip], .choices button');
    }
    await shot(follower, `turns${kind}`);
  }
  const tablet = await open(browser, { ...look, ...sizes.tablet });
  await openMatch(tablet, server.address, midMatch(build, 'legacy'));
  await shot(tablet, 'tablet');
  const dark = await open(browser, { colorScheme: 'dark' });
  await openMatch(dark, server.address, midMatch(build, 'virtu'));
  await shot(dark, 'dark');
}
/** Decisions up to the middle of a game, on the desk and on the phone. */
const middle = { legacy: [19, 14], virtu: [50, 30] };
async function another(game) {
  const [far, near] = middle[game] ?? [72, 44];
  const seats = seatCounts(build)(game).at(-1);
  const desk = await open(browser, look);
  await play(desk, far, seats, game);
  await desk.click('[data-panel=log]');
  await shot(desk, game);
  const phone = await open(browser, { ...look, ...small });
  await play(phone, near, seats, game);
  await shot(phone, `${game}-phone`);
}
/** Every screen at one size, to be looked at. */
async function every(size) {
  const page = await open(browser, { ...sizes[size], locale: lang, colorScheme: darkly ? 'dark' : 'light', coach: 'blunders' });
  let n = 0;
  const take = (name) => shot(page, [size, lang, ...(darkly ? ['dark'] : []), String(++n).padStart(2, '0'), name].join('-'));
  const go = async (hash, ready) => {
    await page.goto(`${server.address}#/${hash}`);
    await page.waitForSelector(ready);
  };
  const top = (selector) => page.$eval(selector, (element) => element.scrollIntoView());
  const escape = async () => {
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  };
  const load = async (match) => {
    await page.goto(server.address);
    await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(match)) });
  };
  await go('', '.newgames .cover use');
  await take('home');
  await top('#games');
  await take('home-games');
  for (const game of games) {
    await openMatch(page, server.address, midMatch(build, game));
    const tabs = (await page.$$('.sheets button')).length;
    await take(game);
    for (let i = 1; i < tabs; i++) {
      await page.evaluate((at) => document.querySelectorAll('.sheets button')[at].click(), i);
      await take(`${game}-${i}`);
    }
    if (await page.$('.place.other .round')) { // else their boards are there as a whole
      await page.hover('.place.other .playerline');
      await page.waitForSelector('.place.guest');
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(out, `${[size, lang, ...(darkly ? ['dark'] : []), String(++n).padStart(2, '0')].join('-')}-${game}-guest.png`) });
    }
    if (tabs) await page.evaluate(() => document.querySelector('.sheets button').click());
    const lit = await page.$('.stage [role=button]');
    if (sizes[size].hasTouch && lit) {
      const box = await lit.boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(300);
      await take(`${game}-touched`);
      await page.keyboard.press('Escape');
    } else if (lit) {
      await lit.hover({ force: true }); // a piece in the place may be what is under the pointer
      await page.waitForSelector('.float').catch(() => undefined);
      await page.screenshot({ path: join(out, `${[size, lang, ...(darkly ? ['dark'] : []), String(++n).padStart(2, '0')].join('-')}-${game}-told.png`) });
    }
  }
  for (const panel of ['log', 'scores', 'players', 'recap']) {
    await page.click(`[data-panel=${panel}]`);
    await take(panel);
    if (await page.$('.panels.open')) await page.click(`[data-panel=${panel}]`);
  }
  await page.click('[data-testid=settings]');
  await take('settings');
  await escape();
  await page.keyboard.press('?');
  await page.waitForSelector('dialog kbd');
  await take('keys');
  await escape();
  await page.click('[data-testid=list]');
  await take('list');
  await page.click('[data-testid=list]');
  await load(finished('zhanguo', 3));
  await page.click('[data-testid=show-result]');
  await page.waitForSelector('.result .curve .win');
  await take('result');
  await page.$eval('.result', (result) => result.lastElementChild.scrollIntoView());
  await take('result-below');
  await escape();
  await page.click('[data-testid=review]');
  await page.waitForSelector('[data-testid=reviewed]');
  await take('report');
  await page.$eval('.decisions', (list) => list.scrollIntoView());
  await take('report-below');
  await page.click('.decisions button');
  await page.waitForSelector('.replay.past', { state: 'attached' });
  await take('report-decision');
  await go('', '.running li');
  await take('home-running');
  await go('new/signorie', '.newtable fieldset');
  await page.getByRole('textbox').first().fill('Anna');
  await page.click('[data-preset=invite]');
  await take('new-table');
  await page.click('[data-testid=start]');
  await page.waitForSelector('.waiting .qr');
  await take('waiting');
  const link = await page.inputValue('.waiting .copylink input');
  await page.click('[data-testid=enter]');
  await page.click('[data-panel=players]');
  await take('players-online');
  if (await page.$('.panels.open')) await page.click('[data-panel=players]');
  await page.click('[data-panel=chat]');
  await take('chat');
  if (await page.$('.panels.open')) await page.click('[data-panel=chat]');
  const guest = await open(browser, { ...sizes[size], locale: lang, colorScheme: darkly ? 'dark' : 'light' });
  await guest.goto(link.replace(/^https?:\/\/[^/]+\//, server.address));
  await guest.waitForSelector('[data-testid=sit]');
  await shot(guest, [size, lang, ...(darkly ? ['dark'] : []), String(++n).padStart(2, '0'), 'join'].join('-'));
  await guest.context().close();
  for (const game of ['zhanguo', 'virtu']) {
    await go(`how/${game}`, '.guide[data-ready=true] .board .piece');
    await take(`how-${game}`);
    await top('.guidepicture');
    await take(`how-picture-${game}`);
    await top('#how-legend');
    await take(`legend-${game}`);
  }
  await go('learn', 'h1');
  await take('courses');
  await go('learn/virtu', 'h1');
  await take('lessons');
  for (const game of games) {
    await go(`learn/${game}/2`, '.teaching .board .piece');
    await take(`lesson-${game}`);
  }
  await go('rules/virtu', '.rulesgrid h2');
  await take('rules');
  await page.context().close();
}

if (wanted[0] === 'every') {
  for (const size of wanted.length > 1 ? wanted.slice(1) : Object.keys(sizes)) await every(size);
  wanted.splice(0, wanted.length, 'nothing else');
}
for (const game of wanted.length ? wanted.filter((name) => games.includes(name)) : games) await (game === 'signorie' ? signorie() : another(game));
if (!wanted.length || wanted.includes('how')) for (const game of ['signorie', 'legacy']) await guide(game);
if (!wanted.length || wanted.includes('learn')) await learning();
if (!wanted.length || wanted.includes('more')) await more();
await browser.close();
await server.stop();
await cleanUp();
