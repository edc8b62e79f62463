// measure.mjs: how legible a table is: the smallest text, the smallest thing to touch, empty areas, cut-off text.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { actions, choose, myTurn } from './kit.mjs';

export const sizes = {
  laptop: { viewport: { width: 1366, height: 768 } },
  desktop: { viewport: { width: 1920, height: 1080 } },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
/** Decisions up to the middle of a game. */
const middle = { signorie: 130, zhanguo: 150, legacy: 60, virtu: 110 };

/** A match with the most players, played by bots up to its middle, where the first seat, a person, decides. */
export const midMatch = (build, game) => (kept[game] ??= playToMiddle(build, game));
const kept = {};
function playToMiddle(build, game) {
  const ask = (requests) =>
    execFileSync(join(build, 'casata'), ['engine'], { input: requests.map((r) => `${JSON.stringify(r)}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 27 })
      .trim().split('\n').map((line) => JSON.parse(line));
  const { seats } = ask([{ cmd: 'games' }])[0].games.find(({ id }) => id === game);
  const begin = [{ cmd: 'new', game, seats: Math.max(...seats), seed: 21 }];
  const steps = Array.from({ length: (middle[game] ?? 120) + 60 }, () => ({ cmd: 'bot', level: 'scudiero' }));
  const told = ask([...begin, ...steps]);
  const far = told.findIndex(({ to_act: [first] = [] }, i) => i >= (middle[game] ?? 120) && first === 0);
  if (far < 0) throw new Error(`${game}: the first seat has nothing to decide`);
  const { match } = ask([...begin, ...steps.slice(0, far), { cmd: 'save' }]).at(-1);
  match.seats = match.seats.map((_, i) => (i ? { kind: 'bot', level: 'paggio', name: `Player ${i + 1}` } : { kind: 'human', name: 'Player 1' }));
  return match;
}
export async function openMatch(page, address, match) {
  await page.goto(address);
  await page.setInputFiles('[data-testid=import]', { name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(match)) });
  await myTurn(page);
}

/** Looks at the screen as it is. Lengths in px; `empty` is a share of the room for the boards. */
function look() {
  const all = { x0: 0, y0: 0, x1: innerWidth, y1: innerHeight };
  const cut = (a, b) => ({ x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1) });
  const boxOf = (r) => ({ x0: r.left, y0: r.top, x1: r.right, y1: r.bottom });
  const size = (b) => Math.max(0, b.x1 - b.x0) * Math.max(0, b.y1 - b.y0);
  const shows = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** The visible part of an element's surroundings; `still`: without the parts that can be scrolled into view. */
  function frame(element, still) {
    let seen = all;
    for (let e = element.parentElement; e && e !== document.body; e = e.parentElement) {
      if (e instanceof SVGElement && !(e instanceof SVGSVGElement && e.classList.contains('board'))) continue;
      const { overflowX, overflowY } = getComputedStyle(e);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      if (still && (/auto|scroll/.test(overflowX + overflowY) || e.matches('.panzoom'))) return { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };
      seen = cut(seen, boxOf(e.getBoundingClientRect()));
    }
    return seen;
  }
  const visible = (element, box = boxOf(element.getBoundingClientRect())) => size(cut(box, frame(element))) > 0.3 * size(box) && size(box) > 0;
  const scaleOf = (element) => {
    const m = element.getScreenCTM();
    return m ? Math.sqrt(Math.abs(m.a * m.d - m.b * m.c)) : 0;
  };
  const small = [], clipped = [], targets = [], texts = [];
  const write = (px, text) => px > 0 && texts.push({ px, text });

  // Texts of the page.
  const walk = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('.sr, .symbols, noscript') || !shows(element) || getComputedStyle(element).clipPath !== 'none') continue;
    const inBoard = element.closest('svg');
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = boxOf(range.getBoundingClientRect());
    if (!size(box)) continue;
    if (inBoard) {
      if (!visible(element, box)) continue;
      write(parseFloat(getComputedStyle(element).fontSize) * scaleOf(element), node.data.trim());
      const text = element.closest('text');
      const squeezed = text.hasAttribute('textLength') && Number(text.getAttribute('textLength'));
      if (squeezed) {
        const copy = text.cloneNode(true);
        copy.removeAttribute('textLength');
        text.after(copy);
        if (squeezed < 0.7 * copy.getComputedTextLength()) clipped.push(`squeezed: ${node.data.trim()}`);
        copy.remove();
      }
      continue;
    }
    const still = frame(element, true);
    const holder = element.closest('button, a.button, select, label'), inside = holder ? cut(still, boxOf(holder.getBoundingClientRect())) : still;
    const over = box.x1 > inside.x1 + 2 || box.x0 < inside.x0 - 2 || box.y1 > inside.y1 + 3 || box.y0 < inside.y0 - 3;
    const dots = getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    if (over || dots) clipped.push(node.data.trim());
    else if (visible(element, box)) write(parseFloat(getComputedStyle(element).fontSize), node.data.trim());
  }
  // Texts inside of symbols: only their originals can be asked.
  const turned = (element, top) => {
    let scale = 1;
    for (let e = element; e && e !== top; e = e.parentElement) {
      const m = e.transform?.baseVal.consolidate()?.matrix;
      if (m) scale *= Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
    }
    return scale;
  };
  function inside(use, scale, coarse, depth = 0) {
    const symbol = document.getElementById(use.getAttribute('href')?.slice(1) ?? '');
    if (!symbol || depth > 6) return;
    const view = symbol.viewBox?.baseVal;
    const [w, h] = [use.width.baseVal.value, use.height.baseVal.value];
    const into = view?.width ? scale * Math.min((w || view.width) / view.width, (h || view.height) / view.height) : scale;
    for (const text of symbol.querySelectorAll('text')) {
      if (text.textContent.trim() && !(coarse && text.closest('[visibility]'))) write(parseFloat(getComputedStyle(text).fontSize) * into * turned(text, symbol), `${use.getAttribute('href')}: ${text.textContent.trim()}`);
    }
    for (const inner of symbol.querySelectorAll('use')) inside(inner, into * turned(inner, symbol), coarse, depth + 1);
  }
  for (const use of document.querySelectorAll('.stage use')) {
    if (!use.closest('.symbols') && shows(use) && visible(use)) inside(use, scaleOf(use), getComputedStyle(use).getPropertyValue('--fine') === 'hidden');
  }
  // Things to touch. On boards a finger finds the nearest one within reach: the side of the square where it finds this one.
  const REACH = 22;
  const away = (r, x, y) => Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom));
  function reached(element, r) {
    const others = [...element.closest('.board').querySelectorAll('[role=button]')].filter((one) => one !== element).map((one) => one.getBoundingClientRect());
    const x = r.left + r.width / 2, y = r.top + r.height / 2;
    let found = 0;
    for (let dx = -REACH; dx <= REACH; dx += 4) for (let dy = -REACH; dy <= REACH; dy += 4) {
      const own = away(r, x + dx, y + dy);
      if (own < REACH && others.every((other) => away(other, x + dx, y + dy) > own || own === 0)) found += 16;
    }
    return Math.max(Math.min(r.width, r.height), Math.min(2 * REACH, Math.sqrt(found)));
  }
  for (const element of document.querySelectorAll('.table :is(button, a[href], select, input, [role=button])')) {
    const target = element.matches('input[type=checkbox], input[type=radio]') ? (element.closest('label') ?? element) : element;
    const r = target.getBoundingClientRect();
    if (!shows(element) || !visible(target) || element.disabled) continue;
    const px = element instanceof SVGElement && matchMedia('(pointer: coarse)').matches ? reached(element, r) : Math.min(r.width, r.height);
    targets.push({ px, text: element.getAttribute('aria-label') ?? element.textContent.trim() });
  }
  // Empty areas: looked for in a grid of points.
  const stage = document.querySelector('.stage, .listview').getBoundingClientRect();
  const full = [...document.querySelectorAll('.stage :is(.board:not(.bare), .playerline, .sheets, .board.bare .piece, .caption)')].map((e) => boxOf(e.getBoundingClientRect()));
  let points = 0, empty = 0;
  for (let x = stage.left + 3; x < stage.right; x += 6) {
    for (let y = stage.top + 3; y < stage.bottom; y += 6) {
      points++;
      if (!full.some((b) => x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1)) empty++;
    }
  }
  texts.sort((a, b) => a.px - b.px);
  targets.sort((a, b) => a.px - b.px);
  return { texts: texts.slice(0, 80), text: texts[0]?.px ?? Infinity, tiny: texts.filter(({ px }) => px < 9).length, count: texts.length, targets: targets.slice(0, 6), target: targets[0]?.px ?? Infinity, empty: empty / points, clipped };
}

/** The table as it is; where one board is shown at a time, the worst of all of them. */
export async function measure(page) {
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const tabs = await page.$$('.sheets button');
  if (!tabs.length) {
    await settle();
    return page.evaluate(look);
  }
  const found = [];
  for (let i = 0; i < tabs.length; i++) {
    await page.evaluate((n) => document.querySelectorAll('.sheets button')[n].click(), i);
    await settle();
    found.push(await page.evaluate(look));
  }
  await page.evaluate(() => document.querySelector('.sheets button').click());
  const least = (name) => found.flatMap((one) => one[name]).sort((a, b) => a.px - b.px);
  const texts = least('texts'), targets = least('targets');
  return {
    texts: texts.slice(0, 80), text: texts[0].px, tiny: found.reduce((sum, one) => sum + one.tiny, 0), count: found.reduce((sum, one) => sum + one.count, 0),
    targets: targets.slice(0, 6), target: targets[0].px, empty: Math.max(...found.map((one) => one.empty)), clipped: [...new Set(found.flatMap((one) => one.clipped))],
  };
}

/** What can be touched on the boards but has something else over a part of it that is in view. */
export const covered = (page) => page.evaluate(() => {
  const frame = (document.querySelector('.panzoom') ?? document.querySelector('.stage')).getBoundingClientRect();
  return [...document.querySelectorAll('.stage .board [role=button]')].filter((element) => {
    const r = element.getBoundingClientRect();
    return [0.2, 0.5, 0.8].flatMap((a) => [0.2, 0.5, 0.8].map((b) => [r.left + a * r.width, r.top + b * r.height])).some(([x, y]) => {
      const seen = !element.closest('.hand') && x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      return seen && !document.elementFromPoint(x, y)?.closest('.board');
    });
  }).map((element) => element.getAttribute('aria-label'));
});

/** The texts of a part of the page that are cut off: beyond the screen, hidden by an ancestor, or ended by dots. */
export const cutOff = (page, part) => page.evaluate((selector) => {
  const out = [];
  const hides = (e, box) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(e), r = e.getBoundingClientRect();
    if (/hidden|clip/.test(overflowX) && (box.left < r.left - 2 || box.right > r.right + 2)) return true;
    if (/hidden|clip/.test(overflowY) && (box.top < r.top - 3 || box.bottom > r.bottom + 3)) return true;
    return textOverflow === 'ellipsis' && e.scrollWidth > e.clientWidth + 1;
  };
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflowX + getComputedStyle(e).overflowY);
  /** A row that is moved sideways, all of it on the screen. */
  const strip = (e) => /auto|scroll/.test(getComputedStyle(e).overflowX) && getComputedStyle(e).overflowY === 'hidden' && e.getBoundingClientRect().left >= 0 && e.getBoundingClientRect().right <= innerWidth;
  for (const root of document.querySelectorAll(selector)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest('.sr, svg, option, noscript, script') || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      let inStrip = false;
      for (let e = parent; e && !inStrip; e = e.parentElement) inStrip = strip(e);
      let bad = !inStrip && (box.left < -2 || box.right > innerWidth + 2);
      for (let e = parent; e && e !== document.body && !bad; e = e.parentElement) {
        bad = hides(e, box);
        if (!bad && scrolls(e)) break; // the rest can be scrolled into view
      }
      if (bad) out.push(node.data.trim());
    }
  }
  return out;
}, part);

/** Before the page loads: whatever blocks its screen for 50 ms and more is noted. */
export const noteLongTasks = (page) =>
  page.addInitScript(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask', buffered: true });
  });
/** Clicks the first option `n` times: milliseconds until the answer is drawn, the shortest first, and the long tasks meanwhile. */
export async function clicks(page, n) {
  await page.evaluate(() => (window.long.length = 0));
  const times = [];
  for (let i = 0; i < n && !(await myTurn(page)).over; i++) {
    const took = await page.evaluate(async () => {
      const table = document.querySelector('.table'), before = table.dataset.ply, start = performance.now();
      document.querySelector('.choices button').click();
      while (table.dataset.ply === before) await new Promise((resolve) => setTimeout(resolve));
      await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
    times.push(Math.round(took));
  }
  await myTurn(page);
  return { times: times.sort((a, b) => a - b), long: await page.evaluate(() => window.long) };
}
/** Plays games to their end, each with another one after it: what the page holds then, its garbage collected. */
export async function memory(page, games) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const held = [];
  for (let i = 0; i < games; i++) {
    while (!(await myTurn(page)).over) await choose(page, (await actions(page))[0]);
    await page.waitForFunction(() => !!document.querySelector('.result .curve .win')); // an element would be kept for the test
    const before = page.url();
    await page.click('.result [data-testid=again]');
    await page.waitForFunction((url) => location.href !== url, before);
    await myTurn(page);
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    held.push({ bytes: of('JSHeapUsedSize'), nodes: of('Nodes') });
  }
  return held;
}
