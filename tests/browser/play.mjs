// play.mjs: alone at the table: whole games by mouse and by keys, undo, hints, looking back, files, links.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, answered, check, choose, closeResult, dice, equal, folder, games, myTurn, open, promptOf, quickGame, settled, table } from './kit.mjs';

/** One decision with the mouse, on the board where it can be made there. */
async function byMouse(page, random, count) {
  const { ply } = await table(page);
  const targets = await page.$$('.stage [role=button]');
  if (targets.length && random(4) > 0) {
    const box = await targets[random(targets.length)].boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    count.board++;
    await answered(page, ply);
    const menu = await page.$$('.menu button');
    if (menu.length) {
      count.menu++;
      await menu[random(menu.length)].click();
      return settled(page, ply);
    }
    if (await page.$('.piece.selected')) {
      count.selected++;
      const places = await page.$$('.stage g.lit:not(.piece)');
      check(places.length > 0, 'a selected piece lights its places');
      const place = await places[random(places.length)].boundingBox();
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      await answered(page, ply, '.menu button');
      const second = await page.$$('.menu button');
      if (second.length) await second[random(second.length)].click();
      return settled(page, ply);
    }
    return settled(page, ply);
  }
  const buttons = await page.$$('.choices button');
  await buttons[random(buttons.length)].click();
  count.button++;
  return settled(page, ply);
}

/** Three are enough, unless it is a full table that is hard to see. */
const seatsOf = { virtu: 5 };

export const tests = {
  async 'two clicks to the first decision'({ browser, address }) {
    const page = await open(browser);
    await page.goto(address);
    await page.click('[data-testid=play-now]');
    const state = await myTurn(page);
    check(state.mine, 'it is my decision');
    check((await page.$$('.stage [role=button]')).length > 2, 'choices are lit on the board');
    check((await promptOf(page)).length > 10, 'the prompt asks something');
    const scroll = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
    equal(scroll, [0, 0], 'the table needs no scrolling');
  },

  ...Object.fromEntries(games.map((game) => [`a whole game by mouse, ${game}`, async ({ browser, address }) => {
    const page = await open(browser);
    await quickGame(page, address, { game, seed: 3, seats: seatsOf[game] ?? 3 });
    const random = dice(5), count = { board: 0, menu: 0, selected: 0, button: 0 };
    let decisions = 0;
    for (; !(await myTurn(page)).over; decisions++) {
      check(decisions < 500, 'the game ends');
      await byMouse(page, random, count);
    }
    // A family may die out early.
    check(decisions > 10 && count.board > 3 && count.button > 3, `decisions: ${decisions} ${JSON.stringify(count)}`);
    await page.waitForSelector('[data-testid=result]');
    check((await page.textContent('.result .winner')).length > 5, 'the winner is shown');
    await closeResult(page);
    await page.click('[data-panel=scores]');
    check((await page.$$('.scores tbody tr')).length > 2, 'points by source');
  }])),

  async 'what a choice sets off is shown before'({ browser, address }) {
    const page = await open(browser);
    // Low cards at the regions first, then the court actions with the highest one; what fires depends on the cards.
    const cards = async () => (await actions(page)).filter((action) => action.startsWith('play'));
    let told = [];
    const fires = ([action, lights]) => action.startsWith('court') && lights;
    for (let seed = 1; seed < 9 && !told.some(fires); seed++) {
      await quickGame(page, address, { game: 'zhanguo', seed, seats: 2 });
      for (let turn = 0; turn < 4; turn++) {
        await choose(page, (await cards())[0]);
        await choose(page, (await actions(page)).filter((action) => action.startsWith('unify')).at(turn % 5));
        await myTurn(page);
      }
      await choose(page, (await cards()).at(-1));
      told = await page.$$eval('.choice', (list) => list.map((b) => [b.dataset.action, b.querySelector('.lights')?.textContent ?? '']));
    }
    const [action, text] = told.find(fires) ?? [];
    check(action, `a court action fires cards: ${JSON.stringify(told)}`);
    const numbers = [...text.matchAll(/\d+/g)].map((m) => m[0]).sort();
    const lit = () => page.$$eval('.piece.light .value', (list) => list.map((v) => v.textContent).sort());
    equal(await lit(), [], 'nothing is lit before');
    await page.hover(`.choice[data-action="${action}"]`);
    equal(await lit(), numbers, 'the cards that fire are lit while the choice is pointed at in the list');
    await page.mouse.move(2, 2);
    await page.hover(`[data-slot-name="${action.replace('court ', 'action.')}"]`);
    equal(await lit(), numbers, 'and on the board');
    check((await page.textContent('.info .lights')).includes(numbers[0]), 'they are named there');
  },

  async 'of the chosen card what it can do comes first, and it is marked'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { game: 'zhanguo' });
    const card = (await actions(page)).find((action) => action.startsWith('play'));
    equal(await page.$$eval('.piece.carried', (list) => list.length), 0, 'none is chosen yet');
    await choose(page, card);
    const list = await actions(page);
    check(list[0].startsWith('unify'), `the first option: ${list[0]}`);
    check(list.findIndex((action) => action.startsWith('play')) > list.findLastIndex((action) => action.startsWith('court')), 'other cards come later');
    equal(await page.$$eval('.piece.carried .value', (marked) => marked.map((e) => e.textContent)), [card.split(' ')[1]], 'the chosen card');
  },

  async 'a whole game by keys alone'({ browser, address }) {
    const page = await open(browser);
    await page.goto(address);
    await page.waitForSelector('[data-testid=play-now]');
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.dataset.testid === 'play-now')) break;
    }
    await page.keyboard.press('Enter');
    check((await myTurn(page)).mine, 'a table is opened by keys');
    await quickGame(page, address);
    const random = dice(9), used = { digit: 0, list: 0, board: 0 };
    let decisions = 0;
    for (; !(await myTurn(page)).over; decisions++) {
      check(decisions < 500, 'the game ends');
      const { ply } = await table(page);
      const n = (await actions(page)).length;
      const way = random(3);
      if (way === 0) {
        await page.keyboard.press(String((random(Math.min(n, 10)) + 1) % 10));
        used.digit++;
      } else if (way === 1 || !(await page.$('.stage [role=button]'))) {
        await page.keyboard.press('c');
        for (let i = random(n); i > 0; i--) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        used.list++;
      } else {
        await page.keyboard.press('b');
        check(await page.evaluate(() => document.activeElement.getAttribute('role') === 'button'), 'b goes to the board');
        for (let i = random(4); i > 0; i--) await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][random(4)]);
        await page.keyboard.press('Enter');
        await answered(page, ply);
        if (await page.$('.menu')) await page.keyboard.press('Enter');
        else if (await page.$('.piece.selected')) await page.keyboard.press('1');
        used.board++;
      }
      await settled(page, ply);
    }
    check(used.digit > 5 && used.list > 5 && used.board > 5, JSON.stringify(used));
  },

  async 'keys of the table'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    const first = await promptOf(page);
    const take = (await actions(page)).find((action) => action.startsWith('take'));
    await choose(page, take);
    check((await promptOf(page)) !== first, 'a decision changes the prompt');
    await page.keyboard.press('h');
    await page.waitForSelector('.choice.best');
    await page.keyboard.press('l');
    await page.waitForSelector('.panel [role=log]');
    await page.keyboard.press('u');
    await page.waitForFunction((text) => document.querySelector('[data-testid=prompt]').textContent.trim() === text, first);
    // After a decision by keys the focus is on the next options.
    await page.keyboard.press('c');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await myTurn(page);
    await page.waitForFunction(() => document.activeElement.closest('.choices'));
    await page.keyboard.press('t');
    await page.waitForSelector('.listview');
    await page.keyboard.press('t');
    await page.waitForSelector('.stage');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog .keys');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  },

  async 'touching a blocked place says why'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    // A city cannot be touched now: it explains itself, with a link to its rule.
    const hit = await page.$$eval('.hit', (list) => list.map((e) => e.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })));
    await page.mouse.click(hit[40].x, hit[40].y);
    await page.waitForSelector('.info .help');
    const rule = await page.getAttribute('.info a', 'href');
    check(/^#\/rules\/signorie\/R\d/.test(rule), `the rule is linked: ${rule}`);
    // A used colour is blocked, with its reason.
    const take = (await actions(page)).find((action) => action.startsWith('take yellow'));
    await choose(page, take);
    await choose(page, (await actions(page)).find((action) => action === 'signoria') ?? (await actions(page))[0]);
    for (let i = 0; i < 30 && !(await actions(page)).includes('pass'); i++) await choose(page, (await actions(page))[0]);
    const reason = await page.evaluate(async () => {
      for (const hit of document.querySelectorAll('.board .hit')) {
        hit.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await new Promise((r) => setTimeout(r, 5));
        const text = document.querySelector('.info .cannot')?.textContent;
        if (text) return text;
      }
      return '';
    });
    check(reason.length > 10, 'a reason is given');
  },

  async 'undo as far as nothing was revealed, then further'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    check(await page.isDisabled('[data-testid=undo]'), 'nothing to undo at first');
    const { ply } = await table(page);
    const prompts = [await promptOf(page)];
    await choose(page, (await actions(page)).find((action) => action.startsWith('take turquoise')));
    prompts.push(await promptOf(page));
    await choose(page, 'signoria');
    check(/2/.test(await page.getAttribute('[data-testid=undo]', 'title')), 'the button says how far');
    await page.click('[data-testid=undo]');
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply + 1));
    equal(await promptOf(page), prompts[1], 'one step back');
    await page.click('[data-testid=undo]');
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
    equal(await promptOf(page), prompts[0], 'two steps back');
    await choose(page, 'pass');
    await myTurn(page);
    await page.click('[data-testid=undo]');
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
    equal(await promptOf(page), prompts[0], 'back to the decision before the others moved');
  },

  async 'the end of a turn is confirmed when one wants it'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    await page.click('[data-testid=settings]');
    await page.getByLabel('Ask before my turn ends').check();
    await page.keyboard.press('Escape');
    const { ply } = await table(page);
    await page.click('.choices [data-action=pass]');
    await page.waitForSelector('.confirm .primary');
    equal((await table(page)).ply, ply, 'nothing has happened yet');
    await page.click('.confirm button:not(.primary)');
    await page.waitForSelector('.choices [data-action=pass]');
    await page.click('.choices [data-action=pass]');
    await page.click('.confirm .primary');
    await settled(page, ply);
  },

  async 'hints name the best options with their value'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    await page.click('[data-testid=hint]');
    await page.waitForSelector('.choice.best .hint');
    equal((await page.$$('.choice .hint')).length, 3, 'three hints');
  },

  async 'the log leads to every position, the slider and a link too'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    for (let i = 0; i < 8; i++) {
      await myTurn(page);
      await choose(page, (await actions(page)).at(-1));
    }
    await myTurn(page);
    await page.click('[data-panel=log]');
    const lines = await page.$$('.log .line');
    check(lines.length > 20, 'the log has lines');
    await lines[30].click();
    await page.waitForSelector('.replay.past');
    equal(await actions(page), [], 'nothing can be chosen in the past');
    const seen = await page.$eval('.stage', (stage) => [...stage.querySelectorAll('.piece')].map((p) => p.getAttribute('transform')).join());
    check(/\/at\/\d+$/.test(page.url()), 'the address is that of the position');
    await page.click('.replay [aria-label=Share]');
    const link = await page.inputValue('dialog .copylink input');
    const other = await open(browser);
    await other.goto(link.replace(/^https?:\/\/[^/]+\//, address));
    await other.waitForSelector('.replay.past');
    const shared = await other.$eval('.stage', (stage) => [...stage.querySelectorAll('.piece')].map((p) => p.getAttribute('transform')).join());
    equal(shared, seen, 'the shared position');
    await other.getByRole('button', { name: 'Continue from here' }).click();
    await other.waitForURL(/#\/local\//);
    await myTurn(other);
    await page.keyboard.press('Escape');
    await page.$eval('.replay input', (input) => {
      input.value = '5';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelector('[data-testid=prompt]').textContent.includes('Earlier position'));
    await page.locator('.replay').getByRole('button', { name: 'Back to the live game' }).click();
    await myTurn(page);
    await page.fill('.filters input', 'zzzz');
    equal((await page.$$('.log .line')).length, 0, 'the filter filters');
  },

  async 'what happened since my turn can be played step by step'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    await choose(page, 'pass');
    await myTurn(page);
    await page.click('[data-panel=recap]');
    check((await page.$$('.log .line')).length > 3, 'the recap has lines');
    await page.getByRole('button', { name: 'Step by step' }).click();
    await page.waitForSelector('.replay.past');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.ask').getByRole('button', { name: 'Back to the live game' }).click();
    await myTurn(page);
  },

  async 'a reload in mid-turn loses nothing'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    await choose(page, (await actions(page)).find((action) => action.startsWith('take')));
    const before = [await table(page), await promptOf(page), await actions(page)];
    await page.reload();
    await myTurn(page);
    equal([await table(page), await promptOf(page), await actions(page)], before, 'the table after the reload');
    check(!(await page.isDisabled('[data-testid=undo]')), 'undo still works');
    await page.goto(address);
    await page.click('.running a');
    await myTurn(page);
    equal([await table(page), await promptOf(page)], before.slice(0, 2), 'the table from the first page');
  },

  async 'a match file goes to the program and back'({ browser, address, build }) {
    const page = await open(browser);
    await quickGame(page, address);
    for (let i = 0; i < 5; i++) {
      await choose(page, (await actions(page)).at(-1));
      await myTurn(page);
    }
    const before = [await table(page), await promptOf(page), await actions(page)];
    await page.click('[data-testid=settings]');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-testid=export]')]);
    const path = join(folder, 'match.json');
    await download.saveAs(path);
    execFileSync(join(build, 'casata'), ['replay', path]);
    equal(JSON.parse(readFileSync(path, 'utf8')).log.length, before[0].ply, 'the log of the file');
    const other = await open(browser);
    await other.goto(address);
    await other.setInputFiles('[data-testid=import]', { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
    await other.waitForSelector('[role=alert]');
    // Bytes that a decoder would drop reach the engine, which refuses them as the program does.
    const marked = Buffer.concat([Buffer.from('\ufeff'), readFileSync(path)]);
    await other.setInputFiles('[data-testid=import]', { name: 'x.json', mimeType: 'application/json', buffer: marked });
    await other.waitForFunction(() => document.querySelector('[role=alert]')?.textContent?.includes('line 1, column 1'));
    await other.setInputFiles('[data-testid=import]', path);
    await myTurn(other);
    equal([await table(other), await promptOf(other), await actions(other)], before, 'the imported match');
  },

  async 'a match that begins at a position is opened, replayed and shared'({ browser, address, build }) {
    const engine = (lines) => execFileSync(join(build, 'casata'), ['engine'], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
    const { position } = engine([{ cmd: 'new', game: 'signorie', seats: 3, seed: 5 }, { cmd: 'random', plies: 60 }, { cmd: 'position' }])[2];
    position.players[0].florins += 7;
    const { match } = engine([{ cmd: 'setup', game: 'signorie', position }, { cmd: 'random', plies: 12 }, { cmd: 'save' }])[2];
    const path = join(folder, 'from-position.json');
    writeFileSync(path, JSON.stringify(match));
    const page = await open(browser);
    await page.goto(address);
    await page.setInputFiles('[data-testid=import]', path);
    await myTurn(page);
    const florins = () => page.$$eval('.playerhead, .head', (list) => list.map((e) => e.textContent).join(' '));
    await page.keyboard.press('l');
    await page.locator('.replay').getByRole('button', { name: 'To the start' }).click();
    await page.waitForSelector('.replay.past');
    const first = await page.textContent('.stage');
    check(first.includes(`${position.players[0].florins} Florins`), `the edited position is the beginning: ${await florins()}`);
    await page.click('.replay [aria-label=Share]');
    const link = await page.inputValue('dialog .copylink input');
    const other = await open(browser);
    await other.goto(link.replace(/^https?:\/\/[^/]+\//, address));
    await other.waitForSelector('.replay.past');
    equal(await other.textContent('.stage'), first, 'the shared position');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await myTurn(page);
    await choose(page, (await actions(page))[0]);
    await page.reload();
    await myTurn(page);
    await page.click('[data-testid=settings]');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-testid=export]')]);
    await download.saveAs(path);
    execFileSync(join(build, 'casata'), ['replay', path]);
    equal(JSON.parse(readFileSync(path, 'utf8')).start, position, 'the file begins there too');
  },

  async 'bots are of the middle level, later of the one chosen last'({ browser, address }) {
    const page = await open(browser);
    const levels = () => page.$$eval('[data-level]', (list) => list.map((select) => select.value));
    await page.goto(`${address}#/new/signorie`);
    await page.waitForSelector('[data-level="1"]');
    equal(await levels(), ['paggio', 'paggio'], 'at first');
    await page.selectOption('[data-level="1"]', 'conte');
    equal(await levels(), ['conte', 'paggio'], 'one of them is changed');
    await page.reload();
    await page.waitForSelector('[data-level="1"]');
    equal(await levels(), ['conte', 'conte'], 'the next time');
  },

  async 'a finished match is looked back on'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { game: 'legacy', seats: 2 });
    while (!(await myTurn(page)).over) await choose(page, (await actions(page))[0]);
    await page.waitForSelector('[data-testid=result]');
    await page.reload(); // the result thinks it over too; here nobody has yet
    await page.waitForSelector('[data-testid=review]');

    // It can be left while it thinks, and starts over.
    await page.evaluate(() => new Promise((done) => {
      const leave = () => {
        const button = [...document.querySelectorAll('dialog:has(progress) button')].find((b) => b.textContent.trim() === 'Cancel');
        if (!button) return setTimeout(leave, 5);
        button.click();
        done();
      };
      document.querySelector('[data-testid=review]').click();
      leave();
    }));
    await page.waitForSelector('dialog', { state: 'detached' });
    check(!(await page.$('[role=alert]')), 'nothing is wrong with leaving');
    await page.click('[data-testid=review]');
    await page.waitForSelector('[data-testid=reviewed]');

    equal(await page.$$eval('.curve .win', (list) => new Set(list.map((line) => line.getAttribute('stroke-dasharray'))).size), 2, 'two lines that differ');
    await page.click('.review summary');
    const rows = await page.$$eval('.review details tr', (list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
    check(rows.every(([when]) => !/^\d+$/.test(when)) && /^Round \d · /.test(rows.at(-1)[0]), `the table speaks of rounds: ${rows.at(-1)[0]}`);
    equal(rows.at(-1).slice(1).sort(), ['0%', '100%'], 'and somebody has won');

    // The own decisions first, then everybody's.
    const who = () => page.$$eval('.decisions .head b:first-child', (list) => [...new Set(list.map((b) => b.textContent))]);
    equal(await who(), ['Player 1'], 'own decisions');
    await page.selectOption('[data-testid=whose]', '-1');
    check((await who()).includes('Bot 2'), 'those of the bot');
    await page.selectOption('[data-testid=whose]', '0');

    // By keys to a position, and back to the report without another thought.
    await page.focus('.decisions button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.replay.past');
    const told = await page.textContent('.ask .note');
    check(told.includes('Better: '), `the better option is shown: ${told}`);
    check((await page.$$('.stage .better .glow, .stage .glow.better')).length > 0, 'and lit on the board');
    check((await page.$$('.stage .choices button')).length === 0, 'nothing can be chosen there');
    await page.click('[data-testid=review]');
    check(await (await page.waitForSelector('.review, .reviewing')).evaluate((e) => e.matches('.review')), 'the review is kept');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.replay.past');
  },

  async 'the list says the same: places, their rules, and blocked ones'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    for (let i = 0; i < 4; i++) {
      await choose(page, (await actions(page)).find((action) => action.startsWith('take')) ?? (await actions(page))[0]);
      await myTurn(page);
    }
    await page.click('[data-testid=list]');
    check((await page.$$('.listview .family')).length > 8, 'families of places');
    check(/^#\/rules\/signorie\/R\d/.test(await page.getAttribute('.listview .ruleref', 'href')), 'with their rules');
    for (let i = 0; i < 20 && !(await page.$('.listview .blocked li')); i++) {
      await choose(page, (await actions(page))[0]);
      await myTurn(page);
    }
    check((await page.textContent('.listview .blocked')).includes('–'), 'and why something is not possible');
  },

  async 'the same match in two tabs'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await myTurn(other);
    await choose(page, (await actions(page)).find((action) => action.startsWith('take')));
    const { ply } = await table(page);
    await other.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
    await choose(other, (await actions(other))[0]);
    const after = await table(other);
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(after.ply));
  },

  async 'without a storage the match is played all the same, with a warning'({ browser, address }) {
    const page = await open(browser);
    await page.route('**/worker-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `Object.defineProperty(self, 'indexedDB', { value: undefined });${await response.text()}` });
    });
    await quickGame(page, address);
    check((await page.textContent('.ask .problem')).length > 20, 'the page says that nothing is kept');
    await choose(page, (await actions(page))[0]);
  },

  async 'a touch further along a track takes the steps one after the other'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address);
    const start = async () => {
      await choose(page, (await actions(page)).find((action) => action.startsWith('take turquoise')));
      await choose(page, 'signoria');
      return (await table(page)).ply;
    };
    const space = (name) => `.lit[data-slot-name="${name}"]`;
    const press = async (name, steps) => {
      const { ply } = await table(page);
      await page.click(space(name));
      await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n && document.querySelector('.table').dataset.busy === 'false', String(ply + steps));
    };
    const ply = await start();
    const left = () => page.$$eval('.far', (list) => list.length);
    check((await left()) > 0, 'spaces further along are marked');
    check((await actions(page)).every((action) => action.split(' ').length === 3 || action === 'stop'), 'the list has single steps only');
    await page.hover(space('initiative.3'));
    const told = await page.textContent('.info');
    check(/up to 3 VP/.test(told) && /3 track points/.test(told), `what the touch will do and cost: ${told}`);
    // The spaces beyond have their own reason: right above the last one that is marked.
    const beyond = Number(await page.getAttribute(space('track.church.4'), 'data-target')) + 1;
    await page.$eval(`.hit[data-target="${beyond}"]`, (hit) => hit.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    await page.waitForSelector('.info .cannot');
    check(/^None of your men can get here/.test(await page.textContent('.info .cannot')), `the reason: ${await page.textContent('.info .cannot')}`);
    equal((await table(page)).ply, ply, 'nothing happened');
    await press('initiative.3', 3);
    check(/1 track point/.test(await promptOf(page)), `one point is left: ${await promptOf(page)}`);
    const back = async (to) => {
      await page.click('[data-testid=undo]');
      await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n && document.querySelector('.table').dataset.busy === 'false', String(to));
    };
    for (const step of [2, 1, 0]) await back(ply + step); // step by step
    await page.focus(space('track.church.3')); // by keys: a new man
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply + 3));
    for (const step of [2, 1, 0]) await back(ply + step);
    // Two men may reach the same space: the option says which one moves.
    await press('track.church.1', 1);
    await page.hover(space('track.church.3'));
    const ways = await page.textContent('.info');
    check(/from the space worth 1 VP up to the one worth 3 VP/.test(ways) && /Start a new man, up to the space worth 3 VP/.test(ways), `from where: ${ways}`);
    await page.mouse.move(2, 2);
    await back(ply);
    // All points: the last step ends the turn, and others decide.
    await page.click(space('track.military.4'));
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.ply) >= n, ply + 4);
    await myTurn(page);
    equal(await page.$$eval('.far', (list) => list.length), 0, 'nothing is marked any more');
  },

  ...Object.fromEntries(games.map((game) => [`whatever is touched in vain answers why, ${game}`, async ({ browser, address }) => {
    const page = await open(browser);
    await quickGame(page, address, { game });
    const { ply } = await table(page);
    // Each place of the boards by itself, as far as nothing can be done there.
    const places = await page.$$eval('.stage .hit', (hits) => hits.map((hit, i) => {
      hit.dataset.probe = i;
      return hit.dataset.target;
    }));
    const lit = new Set(await page.$$eval('.stage [role=button]', (list) => list.map((one) => one.dataset.target.split(' ')[0])));
    let asked = 0;
    for (let i = 0; i < places.length; i += Math.ceil(places.length / 40)) {
      if (lit.has(places[i])) continue;
      await page.$eval(`.hit[data-probe="${i}"]`, (hit) => hit.dispatchEvent(new MouseEvent('click', { bubbles: true })));
      await page.waitForSelector('.info .cannot');
      asked++;
    }
    check(asked > 5, `${asked} places were touched`);
    equal((await table(page)).ply, ply, 'nothing happened');
  }])),

  async 'two people at one screen'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/new/signorie`);
    await page.getByLabel('2', { exact: true }).check();
    await page.selectOption('[data-seat-kind="1"]', 'here');
    await page.fill('.seats input', 'Bianca');
    await page.click('[data-testid=start]');
    const seen = new Set();
    for (let i = 0; i < 12; i++) {
      await myTurn(page);
      seen.add(await page.textContent('.prompt b'));
      await choose(page, (await actions(page)).at(-1));
    }
    equal([...seen].sort(), ['Bianca:', 'Player 1:'], 'both decide');
  },

  async 'the strongest level thinks with a helper, and goes on without it'({ browser, address }) {
    const page = await open(browser);
    await quickGame(page, address, { game: 'virtu', seats: 2, seed: 2, level: 'duca' });
    const spare = (await page.evaluate(() => navigator.hardwareConcurrency)) > 1;
    const helper = () => page.workers().find((worker) => /helper/.test(worker.url()));
    for (let i = 0; i < 20 && !(spare && helper()); i++) {
      await choose(page, (await actions(page))[0]);
      await myTurn(page);
    }
    equal(!!helper(), spare, 'there is a helper');
    await helper()?.evaluate(() => self.close()); // nobody is told
    for (let i = 0; i < 4; i++) {
      await choose(page, (await actions(page))[0]);
      await myTurn(page);
    }
    // Somebody who leaves while it thinks finds the table as it should be.
    const { ply } = await table(page);
    await page.click('.choices button');
    await page.goto(`${address}#/`);
    await page.waitForSelector('[data-testid=play-now]');
    await page.goBack();
    await myTurn(page);
    check((await table(page)).ply > ply, 'it went on');
  },

  async 'what fails ends its server'({ build }) {
    const script = `const { serve } = await import('${new URL('kit.mjs', import.meta.url)}'); console.log((await serve('${build}')).address); throw new Error('as planned');`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    check(status === 1 && stderr.includes('as planned'), stderr);
    check(await fetch(stdout.trim()).then(() => false, () => true), 'nobody answers any more');
  },
};
