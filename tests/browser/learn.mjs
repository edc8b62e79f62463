// learn.mjs: every lesson of every game played through, with the mouse, on a phone and with the keyboard alone. A second engine running alongside
// the browser says what a lesson accepts.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { accessible, check, equal, games, myTurn, open, root, table } from './kit.mjs';

const taught = games.filter((game) => existsSync(`${root}data/${game}/lessons.txt`));

/** Where the lesson is after these moves. Every way through it asks the same. */
const asked = new Map();
function state(build, game, lesson, moves) {
  const request = JSON.stringify({ cmd: 'learn', game, lesson: String(lesson), moves });
  if (!asked.has(request)) asked.set(request, ask(build, request));
  return asked.get(request);
}
function ask(build, request) {
  const reply = JSON.parse(execFileSync(`${build}/casata`, ['engine'], { input: `${request}\n`, encoding: 'utf8' }));
  check(reply.ok, JSON.stringify(reply.error));
  return reply.lesson;
}

const ways = {
  async mouse(page, action) {
    await page.click(action ? `.choices [data-action="${action}"]` : '[data-testid=next]');
  },
  async keyboard(page, action) {
    if (!action) return page.keyboard.press('n');
    await page.focus(`.choices [data-action="${action}"]`);
    await page.keyboard.press('Enter');
  },
};

/** With one board at a time, the subject of the lesson is at least partly in view: what it asks for before what it speaks of. */
async function inView(page, step) {
  await page.waitForFunction(() => {
    const box = document.querySelector('.panzoom')?.getBoundingClientRect();
    const asked = [...document.querySelectorAll('.panzoom .taught[role=button]')];
    const taught = (asked.length ? asked : [...document.querySelectorAll('.panzoom .taught')]).map((element) => element.getBoundingClientRect());
    const within = (r) => r.left + r.width / 2 >= box.left && r.left + r.width / 2 <= box.right && r.top + r.height / 2 >= box.top && r.top + r.height / 2 <= box.bottom;
    return !box || !taught.length || taught.some(within);
  }).catch(() => check(false, `the subject of the lesson is out of view: ${step}`));
}

async function walk(page, build, game, lesson, go) {
  const moves = [];
  for (let now = state(build, game, lesson, moves); !now.over; now = state(build, game, lesson, moves)) {
    await page.waitForSelector(`.teaching[data-moves="${moves.length}"]`);
    await inView(page, `${now.id}, ${moves.join(', ')}`);
    const said = await page.textContent('[data-testid=teach]');
    check(!/(^|[\s(])[BC]([\s),.:]|$)/.test(said), `rivals are called what the table calls them: ${said}`);
    const action = now.next ? undefined : now.accepted[0];
    await go(page, action);
    moves.push(action ?? 'next');
  }
  await page.waitForSelector('.teaching[data-over="true"]');
  const text = await page.textContent('[data-testid=teach]');
  check(text.length > 20 && !text.includes('⟨'), `the close of lesson ${lesson}: ${text}`);
}

async function course(browser, build, address, game, go, options) {
  const page = await open(browser, options);
  await page.goto(`${address}#/learn/${game}`);
  await page.waitForSelector('.lessoncard');
  equal(await page.evaluate(() => document.documentElement.lang), (options?.locale ?? 'en').slice(0, 2), 'the language of the browser');
  const count = await page.locator('.lessoncard').count();
  for (let lesson = 1; lesson <= count; lesson++) {
    await page.goto(`${address}#/learn/${game}/${lesson}`);
    await walk(page, build, game, lesson, go);
  }
  await page.goto(`${address}#/learn/${game}`);
  await page.waitForSelector('.lessoncard');
  check(count > 0 && (await page.locator('.lessoncard.done').count()) === count, 'every lesson is finished');
  return page;
}

/** The match of the last lesson goes on against bots, with the coach; the lesson stays finished. */
async function playOn(browser, build, address, game) {
  const page = await open(browser, { coach: 'off' });
  const { count } = state(build, game, 1, []);
  await page.goto(`${address}#/learn/${game}/${count}`);
  await walk(page, build, game, count, ways.mouse);
  await page.click('[data-testid=play-on]');
  await myTurn(page);
  const { ply } = await table(page);
  check(ply > 20, `the decisions of the lesson are there: ${ply}`);
  check((await page.textContent('body')).includes('Bot 3'), 'bots have the other seats');
  equal(await page.evaluate(() => JSON.parse(localStorage['casata.settings']).coach), 'mistakes', 'the coach is on');
  await page.goto(`${address}#/learn/${game}`);
  await page.waitForSelector('.lessoncard.done');
}

/** A wrong choice is answered and not played; after the third one the way is shown; leaving keeps the place. */
async function wrongChoices(browser, build, address, game) {
  const page = await open(browser);
  await page.goto(`${address}#/learn/${game}/1`);
  await page.waitForSelector('.teaching[data-moves="0"] .choices');
  const { accepted } = state(build, game, 1, []);
  const all = await page.locator('.choices [data-action]').evaluateAll((list) => list.map((button) => button.dataset.action));
  const wrong = all.find((action) => !accepted.includes(action));
  for (let i = 0; i < 3; i++) {
    check((await page.locator('[data-testid=show]').count()) === 0, 'nothing is shown yet');
    await page.click(`.choices [data-action="${wrong}"]`);
    await page.waitForSelector('[data-testid=answer]');
  }
  await accessible(page, 'a lesson');
  await page.waitForSelector('.teaching[data-moves="0"] [data-testid=show]');
  await page.click('[data-testid=show]');
  await page.waitForSelector('.teaching[data-moves="1"]');
  await page.goto(`${address}#/learn/${game}`);
  await page.waitForSelector('.lessoncard');
  await accessible(page, 'the lessons');
  await page.goto(`${address}#/learn/${game}/1`);
  await page.waitForSelector('.teaching[data-moves="1"]');
  await page.click('[data-testid=back]');
  await page.waitForSelector('.teaching[data-moves="0"]');
}

/** The first lesson on the board alone: what is lit is touched, then where it can go. Words that load late take nothing away. */
async function onBoard(browser, build, address, game) {
  const page = await open(browser);
  await page.goto(`${address}#/learn/${game}/1`);
  const learned = () => page.evaluate((game) => Object.values(JSON.parse(localStorage['casata.lessons'] ?? '{}')[game]?.left ?? {})[0] ?? [], game);
  const touch = async (selector) => {
    const element = page.locator(selector).first();
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  for (;;) {
    await page.waitForSelector('.teaching[data-over=true], [data-testid=next], .stage [role=button].taught');
    const [before, over, next] = await page.$eval('.teaching', (at) => [at.dataset.moves, at.dataset.over === 'true', at.dataset.next === 'true']);
    if (over) return;
    if (next) await page.click('[data-testid=next]');
    else {
      await touch('.stage [role=button].taught');
      await page.waitForTimeout(700);
      if (await page.locator('.piece.selected').count()) {
        await page.waitForSelector('[data-testid=where-to]');
        await touch('.stage [role=button].lit:not(.piece)');
      } else if (await page.locator('.menu button').count()) {
        const { accepted } = state(build, game, 1, await learned());
        await page.click(accepted.map((action) => `.menu [data-action="${action}"]`).join(', '));
      }
    }
    await page.waitForFunction((before) => document.querySelector('.teaching').dataset.moves !== before, before);
  }
}

export const tests = Object.fromEntries(
  taught.flatMap((game) => [
    [`learn ${game} with the mouse`, ({ browser, build, address }) => course(browser, build, address, game, ways.mouse)],
    [`learn ${game} on a phone, in Polish`, ({ browser, build, address }) => course(browser, build, address, game, ways.mouse, { locale: 'pl-PL', viewport: { width: 390, height: 844 }, hasTouch: true })],
    [`learn ${game} with keys, in Hungarian`, ({ browser, build, address }) => course(browser, build, address, game, ways.keyboard, { locale: 'hu-HU' })],
    [`learn ${game} on the board alone`, ({ browser, build, address }) => onBoard(browser, build, address, game)],
    [`learn ${game}: the last lesson plays on`, ({ browser, build, address }) => playOn(browser, build, address, game)],
    [`learn ${game}: wrong choices, Show me, back, resume`, ({ browser, build, address }) => wrongChoices(browser, build, address, game)],
  ]),
);
