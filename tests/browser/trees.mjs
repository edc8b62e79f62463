// trees.mjs: family trees on the boards: they are drawn, dragged, zoomed, reached by keys and listed; the game of one
// whose tree grows upwards.
import { answered, actions, check, choose, dice, equal, myTurn, open, quickGame, table } from './kit.mjs';

/** The part of the own tree that is in view: "x y w h" as numbers. */
const view = (page) => page.$eval('.place.owned:not(.other) svg.tree', (tree) => tree.getAttribute('viewBox').split(' ').map(Number));
const middle = async (page, selector) => {
  const box = await (await page.$(selector)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
/** Persons of the own tree in the middle of their cards, by the number of pieces that are no seals. */
const people = (page) =>
  page.$$eval('.place.owned:not(.other) svg.tree .piece', (list) =>
    list.map((piece) => piece.getBoundingClientRect()).filter((box) => box.width > 0).map(({ x, y, width, height }) => ({ x, y, width, height })));

async function grow(page, address, most) {
  await quickGame(page, address, { game: 'legacy', seed: 5, seats: 3 });
  const random = dice(4);
  for (let i = 0; i < most && !(await myTurn(page)).over; i++) {
    if ((await people(page)).length >= 5) return;
    const list = await actions(page);
    const wanted = list.find((action) => /^(friend \S+ marry|do offspring|do midwife|marry|couple)/.test(action));
    await choose(page, wanted ?? list[random(list.length)]);
  }
  throw new Error('the family does not grow');
}

export const tests = {
  async 'a family tree is drawn, dragged and zoomed'({ browser, address }) {
    const page = await open(browser);
    await grow(page, address, 60);
    const cards = await people(page);
    cards.forEach((a, i) => cards.slice(i + 1).forEach((b) => {
      const apart = a.x + a.width <= b.x + 0.6 || b.x + b.width <= a.x + 0.6 || a.y + a.height <= b.y + 0.6 || b.y + b.height <= a.y + 0.6;
      check(apart, 'no two people in one place');
    }));
    check(new Set(cards.filter((c) => c.width > 30).map((c) => Math.round(c.y))).size >= 2, 'generations are rows');
    check((await page.$$('.place.owned:not(.other) svg.tree .lines path')).length >= 2, 'lines join them');
    const trees = await page.$$('.place.other svg.tree');
    equal(trees.length, 2, 'the others\' trees are there too');

    const whole = await view(page);
    const [x, y] = await middle(page, '.place.owned:not(.other) svg.tree');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -600);
    await page.waitForFunction((w) => Number(document.querySelector('.place.owned:not(.other) svg.tree').getAttribute('viewBox').split(' ')[2]) < w * 0.8, whole[2]);
    const near = await view(page);
    const { ply } = await table(page);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 40, { steps: 6 });
    await page.mouse.up();
    const dragged = await view(page);
    check(dragged[0] !== near[0] || dragged[1] !== near[1], 'a drag moves the tree');
    equal((await table(page)).ply, ply, 'a drag decides nothing');
    await page.click('.place.owned:not(.other) .zoom button:last-child');
    const again = await view(page);
    check(again[2] >= whole[2] - 1 && again[3] >= whole[3] - 1, 'the whole comes back');
    await page.click('.place.owned:not(.other) .zoom button:first-child');
    check((await view(page))[2] < again[2], 'a button zooms');

    // Another player's board takes the place of the own one; Escape brings that back.
    await page.click('.place.other .playerline button');
    await page.waitForSelector('.place.guest svg.tree');
    await page.keyboard.press('Escape');
    await page.mouse.move(2, 2);
    await page.waitForSelector('.place.guest', { state: 'detached' });
    await page.click('[data-testid=list]');
    check((await page.$$('.listview ul ul > li')).length >= 2, 'the list is nested');
  },

  async 'the Testament: a game for one whose tree grows upwards'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/new/legacy`);
    await page.waitForSelector('.newtable fieldset');
    const solo = 'select:has(option[value=testament])';
    equal((await page.$$(solo)).length, 0, 'not where there are more players');
    await page.check('input[name=count][value="1"]');
    await page.selectOption(solo, 'testament');
    await page.click('[data-testid=start]');
    await myTurn(page);
    await choose(page, (await actions(page))[0]);
    await myTurn(page);
    await choose(page, (await actions(page)).find((action) => action === 'keep'));
    await myTurn(page);
    const cards = await people(page);
    equal(cards.length, 7, 'oneself, parents and grandparents');
    const rows = [...new Set(cards.map((c) => Math.round(c.y)))].sort((a, b) => a - b);
    equal(rows.map((row) => cards.filter((c) => Math.round(c.y) === row).length), [4, 2, 1], 'the oldest on top');
    equal((await page.$$('.place.other')).length, 0, 'nobody else plays');
    const hints = await page.$$eval('.stage .piece use', (list) => list.filter((use) => /face-hint/.test(use.getAttribute('href'))).length);
    equal(hints, 3, 'three hints of the first generation');
    const names = await page.$$eval('.place.owned [data-word]:not(.absent)', (list) => list.map((text) => text.textContent));
    equal(names, ['Who were they?', 'How large was my family?', 'How wealthy were they?', 'Whom did they know?'], 'the actions have names of their own');
    equal((await page.$$('.place.owned [data-word="p.board.2"]:not(.absent) tspan')).length, 2, 'a long name has two lines');
    // By keys: to the board, to a place, and on.
    const random = dice(3);
    for (let i = 0; i < 12 && !(await myTurn(page)).over; i++) {
      const { ply } = await table(page);
      if (await page.$('.stage [role=button]')) {
        await page.keyboard.press('b');
        await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][random(4)]);
        await page.keyboard.press('Enter');
        await answered(page, ply);
        if (await page.$('.menu')) await page.keyboard.press('Enter');
        else if (await page.$('.piece.selected')) await page.keyboard.press('1');
      } else await page.keyboard.press('1');
      await page.waitForFunction((before) => document.querySelector('.table').dataset.ply !== String(before), ply);
    }
  },
};
