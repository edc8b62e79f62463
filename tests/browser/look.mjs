// look.mjs: what the screens look like: languages, phone, accessibility, loose comparison with known pictures.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { covered, cutOff, midMatch, measure, openMatch, sizes } from './measure.mjs';
import { accessible, actions, answered, check, choose, equal, finishedFile, games, myTurn, open, promptOf, quickGame, root, seatCounts, table } from './kit.mjs';

const langs = ['en', 'pl', 'hu'];
const pictures = `${root}tests/browser/screens.json`;
const known = existsSync(pictures) ? JSON.parse(readFileSync(pictures, 'utf8')) : {};
const devices = { desktop: {}, phone: { viewport: { width: 390, height: 844 } } };

/** The smallest text and the smallest thing to touch in px, where fingers touch and elsewhere. On a tablet dice side by side are smaller. */
const leastText = (size) => (sizes[size].hasTouch ? 11 : 9);
const leastTarget = { phone: 44, landscape: 44, tablet: 34 };
/** The sizes that one browser window can take: those of a kind of device. */
const windows = [['laptop', 'desktop'], ['tablet'], ['phone', 'landscape']];
/** Where longer words have the least room. */
const narrow = ['laptop', 'phone'];

/** Some rounds into a game of four. */
async function midGame(page, address, plies = 14, game = 'signorie') {
  await quickGame(page, address, { game, seed: 21, seats: 4 });
  for (let i = 0; i < plies; i++) {
    const list = await actions(page);
    await choose(page, list.find((a) => a !== 'pass' && a !== 'skip') ?? list[0]);
    if ((await myTurn(page)).over) return; // whoever plays like this may lose early
  }
}
/** A finished match that the program made, opened from its file and looked back on. */
async function finished(page, address, build) {
  await page.goto(address);
  await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: finishedFile(build) });
  await page.click('[data-testid=review]');
  await page.waitForSelector('[data-testid=reviewed]');
}
/** Every screen, one after the other; what all games have in common with Signorie's. */
async function* screens(page, address, game, build) {
  if (game !== 'signorie') {
    yield* screensOf(page, address, game);
    return;
  }
  await page.goto(address);
  await page.waitForSelector('.newgames .cover use');
  yield 'home';
  await page.goto(`${address}#/new/signorie`);
  await page.selectOption('[data-seat-kind="1"]', 'invite');
  await page.waitForSelector('fieldset + fieldset');
  yield 'new table';
  await page.goto(`${address}#/join/x/y`);
  await page.waitForSelector('[data-testid=sit]');
  yield 'invitation';
  await page.goto(`${address}#/rules/signorie/R8.4`);
  await page.waitForSelector('.target');
  yield 'rules';
  await page.goto(`${address}#/how/signorie`);
  await page.waitForSelector('.guide[data-ready=true] .board .piece');
  yield 'how to play';
  await page.goto(address);
  await midGame(page, address);
  yield 'table';
  for (const panel of ['log', 'scores', 'players']) {
    await page.click(`[data-panel=${panel}]`);
    yield `table, ${panel}`;
    if (await page.$('.panels.open')) await page.click(`[data-panel=${panel}]`);
  }
  await page.click('[data-testid=settings]');
  await page.waitForSelector('dialog [data-testid=language]');
  yield 'settings';
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.press('?');
  await page.waitForSelector('dialog kbd');
  yield 'keys';
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.$eval('.replay input', (input) => {
    input.value = '40';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForSelector('.replay.past');
  yield 'replay';
  await page.keyboard.press('Escape');
  await page.click('[data-testid=list]');
  yield 'list';
  await page.click('[data-testid=list]');
  await finished(page, address, build);
  yield 'report';
  await page.click('.review summary');
  await page.$eval('.decisions', (list) => list.scrollIntoView());
  yield 'report, below';
}
async function* screensOf(page, address, game) {
  await page.goto(`${address}#/new/${game}`);
  await page.waitForSelector('.newtable fieldset');
  for (const count of await page.$$('input[name=count]')) { // a number of players that has an option, if there is one
    if (await page.$('fieldset ~ fieldset')) break;
    await count.check();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  yield `new table, ${game}`;
  await page.goto(address);
  await midGame(page, address, game === 'legacy' ? 8 : 14, game); // before the family dies out
  yield `table, ${game}`;
  await page.click('[data-testid=list]');
  yield `list, ${game}`;
}

/** The new parts of a screen; the rest was checked before. */
const news = { 'table, log': ['.panels'], 'table, scores': ['.panels'], 'table, players': ['.panels'], settings: ['dialog'], keys: ['dialog'], report: ['dialog'], 'report, below': ['dialog'], replay: ['.ask', '.foot'] };

/** Mean lightness of 64 × 36 fields of a picture. */
async function fields(page, png) {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(64, 36), pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, 64, 36);
    const { data } = pen.getImageData(0, 0, 64, 36);
    return Array.from({ length: 64 * 36 }, (_, i) => Math.round((data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3));
  }, png.toString('base64'));
}

/** Brackets around every line of a text: screens may set lines apart. */
const inBrackets = (text) => text.replace(/[^\n]+/g, '⟦$&⟧');
/** A catalogue (GNU .mo) with brackets around every text and every plural form. */
function bracketed(mo) {
  const count = mo.readUInt32LE(8);
  const texts = (list) => Array.from({ length: count }, (_, i) => {
    const at = mo.readUInt32LE(list + 8 * i + 4);
    return mo.subarray(at, at + mo.readUInt32LE(list + 8 * i)).toString();
  });
  const ids = texts(mo.readUInt32LE(12));
  const all = [...ids, ...texts(mo.readUInt32LE(16)).map((text, i) => (ids[i] ? text.split('\0').map(inBrackets).join('\0') : text))];
  const head = Buffer.alloc(28 + 16 * count);
  [0x950412de, 0, count, 28, 28 + 8 * count].forEach((n, i) => head.writeUInt32LE(n, 4 * i));
  let at = head.length;
  const bytes = all.map((text, i) => {
    const part = Buffer.from(`${text}\0`);
    head.writeUInt32LE(part.length - 1, 28 + 8 * i);
    head.writeUInt32LE(at, 28 + 8 * i + 4);
    at += part.length;
    return part;
  });
  return Buffer.concat([head, ...bytes]);
}

/** In the page: from the pointer's next move to the next explanation, by the page's own clock, into `rested`. */
function timeRest() {
  window.restWatch?.disconnect();
  let moved;
  addEventListener('pointermove', () => (moved = performance.now()), { capture: true, once: true });
  window.restWatch = new MutationObserver(() => {
    if (!document.querySelector('.float')) return;
    window.rested = performance.now() - moved;
    window.restWatch.disconnect();
  });
  window.restWatch.observe(document.body, { childList: true, subtree: true });
}

/** A picture of the page when nothing moves on it any more. */
async function still(page) {
  let last = await page.screenshot();
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(100);
    const next = await page.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

export const tests = {
  async 'languages change at the table'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    const seen = new Set();
    const { ply } = await table(page);
    for (const lang of [...langs, 'en']) {
      await page.click('[data-testid=settings]');
      await page.selectOption('dialog [data-testid=language]', lang);
      await page.waitForFunction((code) => document.documentElement.lang === code, lang);
      await page.keyboard.press('Escape');
      seen.add(await promptOf(page));
      const text = await page.evaluate(() => document.body.textContent);
      check(!text.includes('⟨'), `${lang}: every text is translated`);
    }
    equal(seen.size, 3, 'three languages, three prompts');
    equal((await table(page)).ply, ply, 'the match is the same');
    await choose(page, (await actions(page))[1]);
  },

  ...Object.fromEntries(games.map((game) => [`no text of the client is untranslated, ${game}`, async ({ browser, address, build }) => {
    // Every text of the catalogues gets brackets; letters outside of brackets come from somewhere else.
    const page = await open(browser);
    await page.route('**/*.mo', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: bracketed(await response.body()) });
    });
    for await (const name of screens(page, address, game, build)) {
      const bare = await page.evaluate(() => {
        const out = [];
        const look = (text, where) => {
          let rest = text ?? '';
          for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/gu, '')];
          // Choices in groups: what they share stands once, so a part of a text may have one bracket only.
          if (where === 'SPAN' && /[⟦⟧]/u.test(rest)) return;
          rest = rest.replace(/\b(Casata|Bot|R\d+(\.\d+)?|Tab|Enter|Esc|English|polski|magyar)\b/g, '');
          if (/\p{L}{2}/u.test(rest)) out.push(`${where}: ${rest.trim().slice(0, 80)}`);
        };
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const element = node.nodeType === 3 ? node.parentElement : node;
          // The rules document has one language; a board's picture may have words of its own.
          if (element.closest('[lang="en"]:not(html), .rulesgrid, kbd, noscript, script, .symbols, .picture text:not([data-msg])')) continue;
          if (node.nodeType === 3) look(node.data, element.tagName);
          else for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) look(element.getAttribute(attribute), attribute);
        }
        return out;
      });
      equal(bare, [], `bare words on ${name}`);
    }
  }])),

  ...Object.fromEntries(games.map((game) => [`a phone, ${game}`, async ({ browser, address }) => {
    const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await quickGame(page, address, { game });
    for (let i = 0; i < 10; i++) {
      await myTurn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
      check(!wide, 'nothing hangs over the edge');
      const { ply } = await table(page);
      const lit = await page.$$('.stage [role=button]');
      if (i % 2 && lit.length) {
        const box = await lit[0].boundingBox();
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await answered(page, ply, '.aim');
        if (await page.$('.aim')) await page.tap('.aim [data-testid=do-it], .aim .choice');
      } else await page.tap('.choices button:last-child');
      await page.waitForFunction((n) => document.querySelector('.table').dataset.ply !== n, String(ply));
    }
    await myTurn(page);
    await page.tap('.sheets button');
    const width = () => page.$eval('.panzoom .board', (b) => b.getBoundingClientRect().width);
    const before = await width();
    await page.tap('.zoom button');
    check((await width()) > before * 1.3, 'the board zooms');
    // Enlarging is for the board: the summaries below it keep the width of the screen.
    const summaries = await page.$eval('.summaries', (e) => [e.getBoundingClientRect().width, document.querySelector('.panzoom').clientWidth]);
    check(Math.abs(summaries[0] - summaries[1]) < 2, `summaries as wide as the screen: ${summaries}`);
    for (const panel of ['log', 'scores', 'players', 'recap']) {
      await page.tap(`[data-panel=${panel}]`);
      check(await page.isVisible('.panel'), `${panel} unfolds`);
    }
    await page.tap('[data-panel=recap]');
    check(!(await page.isVisible('.panel')), 'panels fold');
    const tabs = await page.$$('.sheets button'), others = tabs.length - 2;
    for (const [i, tab] of tabs.entries()) {
      await tab.tap();
      equal(await tab.getAttribute('aria-pressed'), 'true', 'every board comes to the front');
      check(await page.isVisible('.panzoom .board'), 'every board can be seen');
      equal((await page.$$('.summary')).length, i < 2 ? others : others - 1, 'the others are below it');
      if (!i) continue; // the common board may be wider
      const over = await page.$eval('.panzoom .board', (b) => b.getBoundingClientRect().right - document.querySelector('.panzoom').getBoundingClientRect().right);
      check(over < 1, `a player's board is as wide as the screen: ${over}`);
    }
  }])),

  ...Object.fromEntries(games.flatMap((game) => windows.map((views) => [`everything can be read, and in Polish and Hungarian too, ${game}, ${views.join(' and ')}`, async ({ browser, address, build }) => {
    const page = await open(browser, sizes[views[0]]), found = [];
    const look = async (name, part) => found.push(...(await cutOff(page, part)).map((text) => `${name}: ${text}`));
    const speak = async (lang) => {
      await page.selectOption('[data-testid=language]', lang);
      await page.waitForFunction((code) => document.documentElement.lang === code, lang);
    };
    const speakAtTable = async (lang) => {
      await page.click('[data-testid=settings]');
      await speak(lang);
      await look(`${lang}, settings`, 'dialog');
      await page.keyboard.press('Escape');
    };
    const atTable = async (size) => {
      if (await page.$('.stage svg.tree')) equal(await covered(page), [], `${size}: choices that something covers`);
      const sight = await page.evaluate(() => {
        const frame = document.querySelector('.panzoom')?.getBoundingClientRect();
        const lit = [...document.querySelectorAll('.panzoom [role=button]')].map((e) => e.getBoundingClientRect());
        return frame && { below: frame.bottom - innerHeight, lit: !lit.length || lit.some((r) => r.top > frame.top - 2 && r.bottom < innerHeight && r.left > -1 && r.right < innerWidth + 1) };
      });
      check(!sight || (sight.below <= 0 && sight.lit), `${size}: the boards end with the screen, and a choice is in view: ${JSON.stringify(sight)}`);
      const { text, texts, target, targets, clipped } = await measure(page);
      check(text >= leastText(size) - 0.05, `${size}: a text of ${text.toFixed(1)} px: ${texts[0].text}`);
      check(target >= (leastTarget[size] ?? 0) - 0.5, `${size}: a target of ${target.toFixed(0)} px: ${targets[0].text}`);
      found.push(...clipped.map((text) => `${size}: ${text}`));
    };
    const more = narrow.includes(views[0]);
    await openMatch(page, address, midMatch(build, game));
    await atTable(views[0]);
    for (const lang of more ? ['pl', 'hu'] : []) {
      await speakAtTable(lang);
      found.push(...(await measure(page)).clipped.map((text) => `${lang}, table: ${text}`));
      for (const panel of ['log', 'scores', 'players', 'recap']) {
        await page.click(`[data-panel=${panel}]`);
        await look(`${lang}, ${panel}`, '.panels');
        if (await page.$('.panels.open')) await page.click(`[data-panel=${panel}]`);
      }
      await page.click('[data-testid=list]');
      await look(`${lang}, list`, '.table');
      await page.click('[data-testid=list]');
    }
    for (const size of views.slice(1)) {
      if (more) await speakAtTable('en');
      await page.setViewportSize(sizes[size].viewport);
      await atTable(size);
    }
    await page.setViewportSize(sizes[views[0]].viewport);
    for (const lang of more ? ['pl', 'hu'] : []) {
      await page.goto(`${address}#`);
      await page.waitForSelector('#keepsake');
      await speak(lang);
      await look(`${lang}, home`, 'body');
      for (const [name, hash, ready] of [['new table', `#/new/${game}`, '.newtable fieldset'], ['lessons', `#/learn/${game}`, 'h1'], ['guide', `#/how/${game}`, '.guide[data-ready=true]']]) {
        await page.goto(`${address}${hash}`);
        await page.waitForSelector(ready);
        await look(`${lang}, ${name}`, 'body');
      }
    }
    equal(found, [], 'texts that are cut off');
  }]))),

  ...Object.fromEntries(games.map((game) => [`another player's board comes into the place of the own one, ${game}`, async ({ browser, address, build }) => {
    const page = await open(browser);
    await openMatch(page, address, midMatch(build, game));
    const main = '.place.owned:not(.other)';
    const shown = () => page.textContent(`${main} .who`);
    equal(await shown(), 'Player 1', 'the own board');
    const size = await page.$eval(`${main} .board`, (board) => board.getBoundingClientRect().width);
    await page.hover('.place.other .playerline');
    await page.waitForFunction(() => document.querySelector('.place.guest .who')?.textContent === 'Player 2');
    equal(await page.$eval(`${main} .board`, (board) => board.getBoundingClientRect().width), size, 'as large as the own one');
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => !document.querySelector('.place.guest'));
    await page.click('.place.other >> nth=1 >> .playerline button');
    equal(await shown(), 'Player 3', 'pressed: it stays');
    await page.mouse.move(2, 2);
    await page.waitForTimeout(400);
    equal(await shown(), 'Player 3', 'without the pointer too');
    await page.keyboard.press('Escape');
    equal(await shown(), 'Player 1', 'the own board is back');
    check(!(await page.$('dialog[open]')), 'no dialog');
  }])),

  async 'an explanation appears after a while, and never over choices or hand'({ browser, address, build }) {
    const page = await open(browser);
    for (const game of ['zhanguo', 'legacy']) {
      await openMatch(page, address, midMatch(build, game));
      // Of the own board and the hand: a summary of another player's board leads to the whole one instead.
      for (const piece of (await page.$$('.stage .place:not(.other) .piece')).slice(-12)) {
        await page.mouse.move(2, 2);
        await page.waitForFunction(() => !document.querySelector('.float'));
        const box = await piece.boundingBox();
        await page.evaluate(timeRest);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        const told = await page.waitForSelector('.float');
        const rest = await page.evaluate(() => window.rested);
        check(rest >= 150, `not at once: after ${rest.toFixed(0)} ms`);
        const over = await page.evaluate(() => {
          const a = document.querySelector('.float').getBoundingClientRect();
          return [...document.querySelectorAll('.choices, .hand')].some((e) => {
            const b = e.getBoundingClientRect();
            return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
          });
        });
        check(!over, `${game}: ${await told.textContent()}`);
      }
    }
  },

  async 'the button that starts a table is in sight'({ browser, address, build }) {
    const counts = seatCounts(build);
    for (const viewport of [{ width: 1366, height: 768 }, { width: 390, height: 844 }]) {
      const page = await open(browser, { viewport });
      for (const game of games) {
        await page.goto(`${address}#/new/${game}`);
        await page.getByLabel(String(Math.max(...counts(game))), { exact: true }).check();
        const { y, height } = await page.locator('[data-testid=start]').boundingBox();
        check(y + height <= viewport.height, `${game}, ${viewport.width} × ${viewport.height}: ${y + height}`);
      }
      await page.context().close();
    }
  },

  async 'an explanation leaves the other choices on the board in sight'({ browser, address }) {
    const page = await open(browser);
    const lit = '.board:not([data-seat]) [data-slot-name^="action."]';
    await quickGame(page, address, { game: 'zhanguo', seats: 4 });
    for (let i = 0; i < 12 && (await page.locator(lit).count()) <= 3; i++) { // to a card that may go to the court
      await choose(page, (await actions(page))[0]);
      await myTurn(page);
    }
    check((await page.locator(lit).count()) > 3, 'court actions are lit');
    await page.locator(lit).first().hover();
    await page.waitForSelector('.float');
    const over = await page.evaluate((which) => {
      const a = document.querySelector('.float').getBoundingClientRect();
      return [...document.querySelectorAll(which)].map((e) => e.getBoundingClientRect()).filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).length;
    }, lit);
    equal(over, 0, 'court actions under the explanation of the first one');
  },

  async 'a tablet and a large screen need no scrolling'({ browser, address, build }) {
    const counts = seatCounts(build);
    const page = await open(browser);
    for (const game of games) {
      await quickGame(page, address, { game, seats: Math.max(...counts(game).filter((n) => n <= 4)) });
      for (const viewport of [{ width: 1024, height: 768 }, { width: 820, height: 1180 }, { width: 1920, height: 1080 }, { width: 1366, height: 768 }]) {
        await page.setViewportSize(viewport);
        const over = await page.evaluate(async () => {
          for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); // until the boards are arranged
          return [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight];
        });
        equal(over, [false, false], `${game}, ${viewport.width} × ${viewport.height}`);
      }
    }
  },

  async 'every slot of a scene has its place on the boards'({ browser, address, build }) {
    const counts = seatCounts(build);
    const page = await open(browser);
    for (const game of games) for (const seats of counts(game).filter((n) => n > 1)) {
      await page.goto(`${address}#/join/x/y`); // away from the table before
      await page.waitForSelector('.table', { state: 'detached' });
      await quickGame(page, address, { game, seats });
      const found = await page.evaluate(() => {
        const hits = [...document.querySelectorAll('.hit[data-target]')];
        const named = (board) => [...board.querySelectorAll('.picture [data-slot]')].map((e) => e.dataset.slot).filter((slot) => slot.startsWith('p.'));
        const own = named(document.querySelector('.place.owned:not(.other)'));
        return {
          // Small boards may leave something out.
          left: [...document.querySelectorAll('.place.other')].flatMap((board) => own.filter((slot) => !named(board).includes(slot))).length,
          places: new Set(hits.map((hit) => hit.dataset.target)).size,
          // The others hold what the lines above their boards say.
          last: Number(document.querySelector('.stage').dataset.slots),
          hands: new Set([...document.querySelectorAll('.playerline.compact')].filter((line) => line.querySelector('.held'))).size,
          small: hits.filter((hit) => hit.getBBox().width < 4 || hit.getBBox().height < 4).length,
        };
      });
      equal(found.places + found.hands + found.left, found.last, `${game}, ${seats} seats: as many places as slots`);
      equal(found.small, 0, 'every place has a size');
    }
  },

  ...Object.fromEntries(games.flatMap((game) => Object.keys(devices).map((device) => [`the screens look as they did, and axe has nothing to complain about, ${game}, ${device}`, async ({ browser, address, build, accept }) => {
    const page = await open(browser, { colorScheme: 'light', ...devices[device] });
    const canvas = await open(browser);
    const now = {}, differences = [];
    for await (const name of screens(page, address, game, build)) {
      const key = `${name}, ${device}`;
      now[key] = await fields(canvas, await still(page));
      if (accept) continue;
      check(known[key], `${key} is not known; tests/browser/run BUILD --accept`);
      const was = Buffer.from(known[key], 'base64');
      const off = now[key].map((value, i) => Math.abs(value - was[i]));
      const mean = off.reduce((a, b) => a + b, 0) / off.length, far = off.filter((d) => d > 60).length / off.length;
      if (mean > 14 || far > 0.08) differences.push(`${key}: mean ${mean.toFixed(1)}, far off ${(100 * far).toFixed(1)} %`);
      await accessible(page, key, news[name]);
      if (device === 'phone') continue; // the same colours
      await page.emulateMedia({ colorScheme: 'dark' });
      await accessible(page, `${key}, dark`, news[name], { runOnly: ['color-contrast'] });
      await page.emulateMedia({ colorScheme: 'light' });
    }
    equal(differences, [], 'screens');
    if (!accept) return;
    for (const key in now) known[key] = Buffer.from(now[key]).toString('base64');
    writeFileSync(pictures, `{\n${Object.keys(known).sort().map((key) => `${JSON.stringify(key)}:"${known[key]}"`).join(',\n')}\n}\n`);
  }]))),
};
