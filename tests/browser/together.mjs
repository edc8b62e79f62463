// together.mjs: tables of the server: invitations, spectators, chat, takeback, rematch, lost connections.
import { readFileSync, renameSync } from 'node:fs';
import { accessible, actions, check, choose, closeResult, equal, myTurn, open, PATIENCE_MS, promptOf, serve, settled, table } from './kit.mjs';

/** A table for two people; both sit. */
async function twoPeople(browser, address, options, game = 'signorie') {
  const anna = await open(browser, options), bruno = await open(browser, options);
  await anna.goto(`${address}#/new/${game}`);
  await anna.getByLabel('Your name').fill('Anna');
  await anna.getByLabel('2', { exact: true }).check();
  await anna.selectOption('[data-seat-kind="1"]', 'invite');
  await anna.click('[data-testid=start]');
  const link = await anna.inputValue('.waiting .copylink input');
  await bruno.goto(link.replace(/^https?:\/\/[^/]+\//, address));
  await bruno.fill('[data-testid=name]', 'Brunó <i>');
  await bruno.click('[data-testid=sit]');
  await bruno.waitForSelector('.prompt');
  await anna.click('[data-panel=players]');
  await anna.waitForFunction(() => document.querySelector('.players')?.textContent.includes('Brunó <i>'));
  return { anna, bruno, id: anna.url().split('/t/')[1] };
}
/** Whoever has to decide does, by `pick`: their page; undefined: the game is over. */
async function oneDecision(pages, pick) {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; ) {
    for (const page of pages) {
      const state = await table(page);
      if (state.over) return undefined;
      if (!state.mine || state.busy) continue;
      const list = await actions(page);
      if (!list.length) continue;
      await choose(page, pick(list));
      return page;
    }
    await pages[0].waitForTimeout(25);
  }
  throw new Error('nobody has to decide');
}
/** Some decisions; then waits until all see the last one, and tells the length of the log. */
async function decisions(n, deciders, pick, all = deciders) {
  for (let i = 0; i < n; i++) await oneDecision(deciders, pick);
  const ply = Math.max(...(await Promise.all(all.map(async (page) => (await table(page)).ply))));
  for (const page of all) await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
  return ply;
}
/** Whose turn it is. */
const moverOf = (pages) => Promise.any(pages.map(async (page) => (await page.waitForFunction(() => document.querySelector('.table').dataset.mine === 'true'), page)));
const cautious = (list) => ['pass', 'skip', 'coins', 'decline'].find((action) => list.includes(action)) ?? list[0];

export const tests = {
  async 'two browsers at one table through an invite link'({ browser, address }) {
    const { anna, bruno, id } = await twoPeople(browser, address);
    const watcher = await open(browser);
    await watcher.goto(`${address}#/t/${id}`);
    await watcher.waitForSelector('.prompt');
    const ply = await decisions(24, [anna, bruno], (list) => list.at(-1), [anna, bruno, watcher]);
    equal(await actions(watcher), [], 'a spectator chooses nothing');
    const pieces = (page) => page.$$eval('.board:not([data-seat]) .piece', (list) => list.map((p) => p.getAttribute('transform')).sort().join());
    equal(await pieces(bruno), await pieces(anna), 'both see the same board');
    equal(await pieces(watcher), await pieces(anna), 'so does the spectator');
    // Names and chat are text, whatever they contain.
    await anna.click('[data-panel=chat]');
    await anna.fill('#say', 'Ciao <img src=x onerror=alert(1)>');
    await anna.keyboard.press('Enter');
    await bruno.click('[data-panel=chat]');
    await bruno.waitForFunction(() => document.querySelector('.chat')?.textContent.includes('Ciao <img'));
    await bruno.getByLabel('Mute Anna').check();
    await bruno.waitForFunction(() => !document.querySelector('.chat')?.textContent.includes('Ciao'));
    await bruno.click('[data-panel=log]');
    await bruno.reload();
    await bruno.click('[data-panel=chat]');
    await bruno.waitForSelector('.mutes input:checked');
    check(!(await bruno.textContent('.chat')).includes('Ciao'), 'who is muted stays so');
    // The address of a position works for everybody.
    await watcher.goto(`${address}#/t/${id}/at/20`);
    await watcher.reload();
    await watcher.waitForSelector('.replay.past');
    await watcher.click('[data-panel=players]');
    check((await watcher.textContent('.players')).includes('Brunó <i>'), 'names are shown as they are');
    // The running table is on the first page, and the seat is still there after a reload.
    await anna.goto(address);
    await anna.click('.running a');
    await anna.waitForFunction((n) => document.querySelector('.table')?.dataset.ply === n, String(ply));
  },

  async 'an invitation on a phone: nothing lies over anything else'({ browser, address }) {
    const anna = await open(browser);
    await anna.goto(`${address}#/new/signorie`);
    await anna.click('[data-preset=invite]');
    await anna.click('[data-testid=start]');
    const link = (await anna.inputValue('.waiting .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
      const page = await open(browser, { viewport, hasTouch: true, isMobile: true });
      await page.goto(link);
      await page.waitForSelector('.invitation .cover svg');
      const gap = await page.evaluate(() => {
        const [a, b] = ['.cover', '.cover + div'].map((part) => document.querySelector(`.invitation > ${part}`).getBoundingClientRect());
        return Math.max(b.top - a.bottom, b.left - a.right);
      });
      check(gap >= 0, `the picture ends before the words: ${gap}`);
    }
  },

  async 'hands are open to their owners and backs to all others'({ browser, address }) {
    const { anna, bruno, id } = await twoPeople(browser, address, {}, 'zhanguo');
    const watcher = await open(browser);
    await watcher.goto(`${address}#/t/${id}`);
    const pages = [anna, bruno, watcher];
    for (const page of pages) await page.waitForSelector('.playerline .held');
    const hand = (page) => page.$$eval('.hand .piece .value', (list) => list.map((v) => v.textContent));
    const cards = (page) => page.$$eval('.stage .piece .value', (list) => list.map((v) => v.textContent));
    const held = (page) => page.$$eval('.playerline .held', (list) => list.map((unit) => [unit.title, unit.textContent.trim().slice(-1)]));
    const [annas, brunos] = [await hand(anna), await hand(bruno)];
    equal([annas.length, brunos.length], [6, 6], 'six cards in each hand');
    check(!annas.some((card) => brunos.includes(card)), 'different cards');
    // No card has been played: whatever number is on the table is in the own hand.
    equal([await cards(anna), await cards(bruno), await cards(watcher)], [annas, brunos, []], 'only the own cards are open');
    const backs = [['ivory card back × 2', '2'], ['orange card back × 2', '2'], ['brown card back × 2', '2']];
    for (const page of [anna, bruno]) equal(await held(page), backs, 'the other hand as backs by colour');
    equal(await held(watcher), [...backs, ...backs], 'both hands for a spectator');
    // A card that is chosen but not yet used stays secret; laid on the Court it is open to all.
    const mover = await moverOf([anna, bruno]), other = mover === anna ? bruno : anna;
    await myTurn(mover);
    const play = (await actions(mover)).find((action) => action.startsWith('play')), number = play.split(' ')[1];
    await choose(mover, play);
    const { ply } = await table(mover);
    for (const page of [other, watcher]) {
      await page.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
      check(!(await cards(page)).includes(number), 'the chosen card is not shown');
    }
    await choose(mover, 'court recruit');
    for (const page of [other, watcher]) await page.waitForFunction((n) => [...document.querySelectorAll('.board:not([data-seat]) .piece .value')].some((v) => v.textContent === n), number);
  },

  async 'a decision is taken back by consent'({ browser, address }) {
    const { anna, bruno } = await twoPeople(browser, address);
    const pages = [anna, bruno];
    // Both have decided; whoever did not do it last cannot go back without asking.
    const decided = new Set();
    let last;
    while (decided.size < 2) {
      last = await oneDecision(pages, (list) => list.find((action) => action.startsWith('take yellow')) ?? cautious(list));
      decided.add(last);
    }
    const asker = last === anna ? bruno : anna, other = last;
    const { ply } = await table(other);
    await asker.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
    equal(await asker.getAttribute('[data-testid=undo]', 'title'), 'Ask to take back', 'the button asks');
    await asker.click('[data-testid=undo]');
    // The asker sees who has to agree, and may withdraw.
    await asker.getByText(`Waiting for: ${other === anna ? 'Anna' : 'Brunó <i>'}.`).waitFor();
    await other.getByRole('button', { name: 'Yes', exact: true }).waitFor();
    await asker.getByRole('button', { name: 'Withdraw the request' }).click();
    await other.getByRole('button', { name: 'Yes', exact: true }).waitFor({ state: 'detached' });
    await asker.click('[data-testid=undo]');
    await other.getByRole('button', { name: 'No', exact: true }).click();
    await asker.waitForSelector('.ask .question', { state: 'detached' });
    equal((await table(asker)).ply, ply, 'a refusal changes nothing');
    await asker.click('[data-testid=undo]');
    await other.getByRole('button', { name: 'Yes', exact: true }).click();
    await settled(asker, ply);
    check((await table(asker)).ply < ply && (await table(asker)).mine, 'it is taken back');
  },

  async 'a game to its end and another one'({ browser, address }) {
    const { anna, bruno } = await twoPeople(browser, address, {}, 'legacy');
    for (let i = 0; i < 300 && (await oneDecision([anna, bruno], cautious)); i++);
    for (const page of [anna, bruno]) await page.waitForSelector('.result .winner');
    for (const page of [anna, bruno]) await closeResult(page);
    // At the end the server opens the record, hidden things too: it can be kept and looked back on.
    await anna.click('[data-testid=settings]');
    const [download] = await Promise.all([anna.waitForEvent('download'), anna.click('[data-testid=export]')]);
    const match = JSON.parse(readFileSync(await download.path(), 'utf8'));
    equal([match.game, match.log.length, match.seats.map((seat) => seat.name)], ['legacy', Number((await table(anna)).ply), ['Anna', 'Brunó <i>']], 'the record is whole');
    await anna.keyboard.press('Escape');
    await bruno.click('[data-testid=review]');
    await bruno.waitForSelector('[data-testid=reviewed]');
    await bruno.click('.decisions button');
    await bruno.waitForSelector('.replay.past');
    check((await bruno.$$('.stage .better .glow, .stage .glow.better')).length + (await bruno.$$('.ask .note')).length > 0, 'the decision is marked');
    await bruno.click('.ask .confirm .primary');
    await anna.getByRole('button', { name: 'Play again' }).click();
    for (const page of [anna, bruno]) await page.getByRole('link', { name: 'To the new table' }).click();
    await oneDecision([anna, bruno], cautious);
    await oneDecision([anna, bruno], cautious);
  },

  async 'a seat goes to a bot and back'({ browser, address }) {
    const { anna, bruno } = await twoPeople(browser, address);
    await bruno.click('[data-panel=players]');
    await bruno.getByRole('button', { name: 'Let a bot play on' }).first().click();
    await bruno.getByRole('button', { name: 'Play this seat yourself' }).waitFor();
    for (let i = 0; i < 3; i++) {
      await myTurn(anna);
      await choose(anna, (await actions(anna)).at(-1));
    }
    await bruno.getByRole('button', { name: 'Play this seat yourself' }).click();
    await bruno.fill('#rename', 'Barnaba');
    await bruno.getByRole('button', { name: 'Rename' }).click();
    await anna.waitForFunction(() => document.body.textContent.includes('Barnaba'));
    await oneDecision([anna, bruno], cautious);
  },

  async 'a lost seat is given to a new link by consent'({ browser, address }) {
    const { anna, bruno, id } = await twoPeople(browser, address);
    const carla = await open(browser);
    await oneDecision([anna, bruno], cautious);
    /** The host makes a link for the seat, with the keyboard. */
    const makeLink = async () => {
      await anna.focus('[data-reinvite="1"]');
      await anna.keyboard.press('Enter');
      await anna.keyboard.press('Tab');
      equal(await anna.evaluate(() => document.activeElement.textContent), 'Make the link', 'the next step is next');
      await anna.keyboard.press('Enter');
      await anna.getByText('This link works as soon as Brunó <i> agrees.').waitFor();
      return (await anna.inputValue('.player .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    };
    const sit = async (link) => {
      await carla.goto('about:blank');
      await carla.goto(link);
      await carla.fill('[data-testid=name]', 'Carla');
      await carla.click('[data-testid=sit]');
    };
    await sit(await makeLink());
    check((await carla.textContent('[role=alert]')).includes('taken'), 'nothing happens without the owner');
    await bruno.getByText('Anna wants to give your seat').waitFor();
    await bruno.getByRole('button', { name: 'No', exact: true }).click();
    await anna.getByText('This link works').waitFor({ state: 'detached' });
    const link = await makeLink();
    await bruno.getByRole('button', { name: 'Yes', exact: true }).click();
    await sit(link);
    await carla.waitForSelector('.prompt');
    await anna.waitForFunction(() => document.querySelector('.players')?.textContent.includes('Carla'));
    // The device that gave the seat away looks on, and its tables do not list this one any more.
    await bruno.waitForFunction(() => JSON.parse(localStorage.getItem('casata.seats')).length === 0);
    for (let i = 0; i < 4; i++) await oneDecision([anna, carla], cautious);
    equal(await actions(bruno), [], 'no option is left to them');
    await bruno.goto(`${address}#/t/${id}`);
    await bruno.reload();
    await bruno.waitForSelector('.prompt');
  },

  async 'links are renewed and withdrawn'({ browser, address }) {
    const anna = await open(browser), bruno = await open(browser);
    await anna.goto(`${address}#/new/signorie`);
    await anna.getByLabel('2', { exact: true }).check();
    await anna.selectOption('[data-seat-kind="1"]', 'invite');
    await anna.click('[data-testid=start]');
    await anna.click('[data-testid=enter]');
    await anna.click('[data-panel=players]');
    const link = async () => (await anna.inputValue('.player .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    const refused = async (old) => {
      await bruno.goto('about:blank');
      await bruno.goto(old);
      await bruno.click('[data-testid=sit]');
      check((await bruno.textContent('[role=alert]')).includes('no longer valid'), 'the link has ended');
    };
    const first = await link();
    await anna.getByRole('button', { name: 'New links for the open seats' }).click();
    await anna.waitForFunction((old) => document.querySelector('.player .copylink input').value.split('/').at(-1) !== old, first.split('/').at(-1));
    await refused(first);
    const second = await link();
    await anna.getByRole('button', { name: 'Withdraw the links' }).click();
    await anna.waitForSelector('.player .copylink', { state: 'detached' });
    await refused(second);
    await anna.getByRole('button', { name: 'New links for the open seats' }).click();
    await bruno.goto(await link());
    await bruno.click('[data-testid=sit]');
    await bruno.waitForSelector('.prompt');
  },

  async 'a lost connection loses nothing'({ browser, build }) {
    let server = await serve(build);
    const expected = /WebSocket connection|ERR_CONNECTION|Failed to load resource/;
    const { anna, bruno } = await twoPeople(browser, server.address, { expected });
    const ply = await decisions(6, [anna, bruno], (list) => list.at(-1));
    await server.stop('SIGKILL');
    await anna.waitForSelector('.offline');
    server = await serve(build, server);
    await anna.waitForSelector('.offline', { state: 'detached' });
    await bruno.waitForSelector('.offline', { state: 'detached' });
    equal((await table(anna)).ply, ply, 'nothing is lost');
    for (let i = 0; i < 4; i++) await oneDecision([anna, bruno], (list) => list.at(-1));
    check((await promptOf(anna)).length > 5, 'the game goes on');
    await server.stop();
  },

  async 'a table that is no longer there says so'({ browser, build }) {
    const server = await serve(build);
    const expected = /WebSocket connection|ERR_CONNECTION|Failed to load resource/;
    const { anna, bruno } = await twoPeople(browser, server.address, { expected });
    await server.stop();
    const other = await serve(build, { port: server.port }); // with another database
    for (const page of [anna, bruno]) await page.getByRole('alert').getByText('There is no such table').waitFor();
    await other.stop();
  },

  async 'a table that the server cannot read comes back by itself'({ browser, build }) {
    const server = await serve(build);
    const { anna, bruno, id } = await twoPeople(browser, server.address);
    const ply = await decisions(6, [anna, bruno], (list) => list.at(-1));
    renameSync(server.db, `${server.db}.away`);
    const mover = await moverOf([anna, bruno]);
    await mover.click(`.choices button[data-action="${(await actions(mover))[0]}"]`); // the last one may be a pass, which asks
    await mover.waitForSelector('.problem[role=alert]'); // it was not kept
    const late = await open(browser);
    await late.goto(`${server.address}#/t/${id}`);
    for (const page of [anna, bruno, late]) {
      await page.waitForFunction(() => /cannot read this table right now; trying again/.test(document.body.textContent));
    }
    renameSync(`${server.db}.away`, server.db);
    for (const page of [anna, bruno, late]) {
      await page.waitForFunction(() => !/trying again/.test(document.body.textContent));
      await page.waitForSelector('.prompt');
      equal((await table(page)).ply, ply, 'what was kept is shown');
    }
    await decisions(4, [anna, bruno], (list) => list.at(-1), [anna, bruno, late]);
    for (const page of [anna, bruno, late]) await page.goto('about:blank'); // or they would miss the server
    await server.stop();
  },

  async 'a wrong invitation is refused in words'({ browser, address }) {
    const page = await open(browser);
    await page.goto(`${address}#/join/AAAAAAAAAAAAAAAAAAAAAA/BBBBBBBBBBBBBBBBBBBBBB`);
    await page.click('[data-testid=sit]');
    check((await page.textContent('[role=alert]')).length > 10, 'a sentence says why');
    await page.goto(`${address}#/t/AAAAAAAAAAAAAAAAAAAAAA`);
    check((await page.textContent('[role=alert]')).length > 10, 'and for a table that is not there');
  },

  async 'three browsers from the invitation to the result'({ browser, address }) {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const anna = await open(browser), bruno = await open(browser), carla = await open(browser, phone);
    // Four clicks to a link that can be sent: new table, with friends, start, copy.
    await anna.goto(address);
    await anna.click('[data-game=signorie] [data-testid=new-table]');
    await anna.getByLabel('Your name').fill('Anna');
    await anna.click('[data-preset=invite]');
    await anna.click('[data-testid=start]');
    const [link] = [await anna.inputValue('.waiting .copylink input')].map((text) => text.replace(/^https?:\/\/[^/]+\//, address));
    equal(await anna.getAttribute('.qr', 'role'), 'img', 'a QR code of the link');
    check((await anna.textContent('.waiting')).includes('1 of 3 seats'), 'who has come');
    await accessible(anna, 'the waiting room');
    // The invitation says what it is about; one click and a name.
    await bruno.goto(link);
    await bruno.getByText('Anna invites you to a game of Signorie').waitFor();
    check((await bruno.textContent('.invitation')).includes('no hints at this table'), 'and what the table allows');
    await bruno.fill('[data-testid=name]', 'Bruno');
    await bruno.click('[data-testid=sit]');
    await bruno.getByText('when Anna starts it').waitFor();
    await anna.getByText('2 of 3 seats').waitFor();
    await carla.goto(link);
    await carla.getByText('Bruno', { exact: true }).waitFor();
    const wide = await carla.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `the invitation fits on a phone (${wide} px too wide)`);
    await accessible(carla, 'an invitation on a phone');
    await carla.fill('[data-testid=name]', 'Carla');
    await carla.click('[data-testid=sit]');
    for (const page of [anna, bruno, carla]) await page.waitForSelector('.prompt'); // all are here: it begins
    for (let i = 0; i < 6; i++) await oneDecision([anna, bruno, carla], (list) => list[0]);
    for (const page of [anna, bruno]) check(await page.isDisabled('[data-testid=hint]'), 'no hints against people');
    check(!(await bruno.$('[data-testid=try]')), 'nor trying things out');
    // Bruno goes: a bot plays on, and the seat is marked.
    await bruno.click('[data-panel=players]');
    await bruno.click('[data-testid=resign]');
    await bruno.getByText('A bot plays on in your seat').waitFor();
    await accessible(bruno, 'resigning');
    await bruno.click('[data-testid=resign-do]');
    await anna.click('[data-panel=players]');
    await anna.getByText('Resigned: Bruno').waitFor();
    for (let i = 0; i < 3; i++) await oneDecision([anna, carla], (list) => list[0]);
    // Anna goes too: Carla has won.
    await anna.click('[data-testid=resign]');
    await anna.getByText('The game ends at once').waitFor();
    await anna.click('[data-testid=resign-do]');
    for (const page of [anna, bruno, carla]) {
      await page.waitForFunction(() => document.querySelector('.table').dataset.over === 'true');
      await page.getByText('Winner: Carla').first().waitFor();
      equal(await actions(page), [], 'nothing is left to choose');
    }
    const places = await anna.$$eval('.places li', (list) => list.map((li) => [...li.children].map((part) => part.textContent.trim())));
    for (const page of [anna, carla]) await accessible(page, 'the result');
    check(/^1\.,Carla,\d+$/.test(String(places[0])), `the winner and her points: ${places[0]}`);
    equal(places.slice(1), [['2.', 'Anna', 'resigned'], ['3.', 'Bruno', 'resigned']], 'those who resigned, the first of them last');
    await closeResult(anna);
    await anna.click('[data-panel=scores]');
    equal(await anna.$$eval('.scores tfoot tr:last-child td', (cells) => cells.map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())), ['2. resigned', '3. resigned', '1.'], 'places');
    await anna.goto(address);
    await anna.getByText('finished', { exact: true }).waitFor();
  },

  async 'whoever waits tries things out, if the table allows hints, and the table goes on untouched'({ browser, address }) {
    const anna = await open(browser), bruno = await open(browser);
    await anna.goto(`${address}#/new/zhanguo`);
    await anna.getByLabel('2', { exact: true }).check();
    await anna.click('[data-preset=invite]');
    await anna.check('[data-testid=hints]');
    await anna.click('[data-testid=start]');
    await bruno.goto((await anna.inputValue('.waiting .copylink input')).replace(/^https?:\/\/[^/]+\//, address));
    await bruno.click('[data-testid=sit]');
    for (const page of [anna, bruno]) await page.waitForSelector('.playerline .held');
    const mover = await moverOf([anna, bruno]), waiting = mover === anna ? bruno : anna;
    const hand = (page) => page.$$eval('.hand .piece .value', (list) => list.map((v) => v.textContent).sort());
    const before = [waiting.url(), (await table(waiting)).ply, await hand(waiting)];
    await waiting.click('[data-testid=try]');
    await waiting.getByText('Hidden information and chance are guesses').waitFor();
    await myTurn(waiting); // a bot decides for the other one
    equal(await hand(waiting), before[2], 'with the own hand');
    await choose(waiting, (await actions(waiting))[0]);
    equal((await table(mover)).ply, before[1], 'nothing has happened at the table');
    await myTurn(mover);
    await choose(mover, (await actions(mover))[0]);
    await waiting.getByRole('link', { name: 'Back to the table' }).click();
    await waiting.waitForFunction((ply) => Number(document.querySelector('.table')?.dataset.ply) > ply, before[1]);
    equal([waiting.url(), await hand(waiting)], [before[0], before[2]], 'the table as it is now');
  },

  async 'a seat goes on at another device'({ browser, address }) {
    const { anna, bruno, id } = await twoPeople(browser, address);
    const phone = await open(browser, { viewport: { width: 390, height: 844 } }), thief = await open(browser);
    await anna.click('[data-testid=device]');
    const link = (await anna.inputValue('dialog .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    await phone.goto(link);
    await phone.waitForSelector('[data-testid=take-seat]');
    await accessible(phone, 'a seat for another device');
    await phone.click('[data-testid=take-seat]');
    await phone.waitForSelector('.prompt');
    await anna.getByText('The other device now has your seat too.').waitFor();
    await thief.goto(link);
    await thief.click('[data-testid=take-seat]');
    await thief.getByText('This link has been used').waitFor();
    await anna.click('dialog header button');
    for (let i = 0; i < 4; i++) await oneDecision([phone, bruno], (list) => list[0]);
    const { ply } = await table(phone);
    await anna.waitForFunction((n) => document.querySelector('.table').dataset.ply === n, String(ply));
    // The first device takes it away again.
    await anna.click('[data-testid=device]');
    await anna.getByRole('button', { name: 'Remove the seat from all other devices' }).click();
    await anna.getByText('Only this device has your seat now.').waitFor();
    await phone.waitForFunction(() => JSON.parse(localStorage.getItem('casata.seats')).length === 0);
    await anna.reload();
    await anna.waitForSelector('.prompt');
    check(id, 'the table is the same');
    await anna.click('[data-panel=players]');
    await anna.waitForSelector('[data-testid=device]');
  },

  async 'somebody watches with a hand until it is closed'({ browser, address }) {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const { anna, bruno, id } = await twoPeople(browser, address, {}, 'zhanguo');
    const guest = await open(browser, phone);
    const cards = (page) => page.$$eval('.stage .piece .value', (list) => list.map((v) => v.textContent).sort());
    await anna.waitForSelector('.hand .piece .value');
    // By keyboard alone: the owner opens the hand and gets a link.
    await anna.focus('[data-testid=open-hand]');
    await anna.keyboard.press('Enter');
    await anna.getByText('Everybody at the table sees that your hand is shown').waitFor();
    await anna.focus('[data-testid=open-hand-do]');
    await anna.keyboard.press('Enter');
    const link = (await anna.inputValue('dialog .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    check(link.includes(`#/hand/${id}/`), `the link: ${link}`);
    await anna.waitForSelector('dialog .passon svg');
    await accessible(anna, 'a hand is opened');
    await anna.keyboard.press('Escape');
    // The other player reads it in words wherever the seat is shown.
    const told = "Spectators with the link can see Anna's hand.";
    await bruno.locator('[data-testid=hand-note]', { hasText: told }).waitFor();
    equal(await bruno.getAttribute('.playerline[data-seat="0"] .openhand', 'title'), told, 'the mark of the seat');
    await bruno.click('[data-panel=players]');
    await bruno.locator('.players .openhand', { hasText: told }).waitFor();
    await bruno.locator('[data-testid=hand-note] button').click();
    await bruno.waitForSelector('[data-testid=hand-note]', { state: 'detached' });
    await bruno.click('[data-panel=chat]');
    await bruno.locator('.chat p', { hasText: told }).waitFor();
    // The guest sees Anna's cards and no others, and has nothing to choose.
    await guest.goto(link);
    await guest.locator('[data-testid=with-hand]', { hasText: "You are watching with Anna's hand" }).waitFor();
    await guest.waitForSelector('.stage .piece .value');
    const annas = await cards(anna);
    equal(await cards(guest), annas, 'the guest sees the hand');
    check(annas.length > 0 && !(await cards(bruno)).some((card) => annas.includes(card)), 'the other player does not');
    for (const page of [bruno, guest]) await accessible(page, 'with an open hand');
    const box = await guest.locator('[data-testid=with-hand]').boundingBox();
    check(box.x >= 0 && box.x + box.width <= 390, 'the note fits on the phone');
    await myTurn(await moverOf([anna, bruno]));
    equal(await actions(guest), [], 'a guest chooses nothing');
    await decisions(3, [anna, bruno], (list) => list[0], [anna, bruno, guest]);
    equal(await actions(guest), [], 'nor later');
    await guest.reload();
    await guest.waitForSelector('[data-testid=with-hand]');
    await guest.waitForSelector('.stage .piece .value');
    // Who sits here gets no hand, whatever link there is.
    const second = await bruno.context().newPage();
    await second.goto(link);
    await second.locator('[data-testid=hand-lost]', { hasText: 'You have a seat at this table' }).waitFor();
    check(!(await second.$('[data-testid=with-hand]')), 'no hand for a player');
    await second.close();
    // Closed: the guest looks on as anybody does, at the past too.
    await guest.goto(`${link}/at/10`);
    await guest.reload();
    await guest.waitForSelector('[data-testid=with-hand]');
    await guest.waitForSelector('.replay.past');
    await anna.click('[data-testid=close-hand]');
    await guest.locator('[data-testid=hand-lost]', { hasText: 'This hand is hidden again' }).waitFor();
    await guest.waitForSelector('.replay.past', { state: 'detached' });
    await guest.waitForFunction(() => !document.querySelector('.hand .piece .value'));
    check(!(await guest.$('[data-testid=with-hand]')), 'no hand is shown');
    await bruno.locator('[data-testid=hand-note]', { hasText: "Anna's hand is hidden again." }).waitFor();
    check(!(await bruno.$('.openhand')), 'the mark is gone');
    await guest.reload();
    await guest.locator('[data-testid=hand-lost]').waitFor();
    await guest.waitForSelector('.prompt');
    check(!(await guest.$('.hand .piece .value')), 'nor after a reload');
  },

  async 'a table is left before it begins, and started with bots'({ browser, address }) {
    const anna = await open(browser), bruno = await open(browser);
    await anna.goto(`${address}#/new/signorie`);
    await anna.click('[data-preset=invite]');
    await anna.check('[data-testid=hints]');
    await anna.selectOption('[data-testid=pace]', { index: 1 });
    await anna.click('[data-testid=start]');
    const link = (await anna.inputValue('.waiting .copylink input')).replace(/^https?:\/\/[^/]+\//, address);
    const sit = async (name) => {
      await bruno.goto('about:blank');
      await bruno.goto(link);
      await bruno.getByText('hints allowed').waitFor();
      await bruno.getByText('3 days').waitFor();
      await bruno.fill('[data-testid=name]', name);
      await bruno.click('[data-testid=sit]');
      await anna.getByText(name, { exact: true }).waitFor();
    };
    await sit('Bruno');
    await bruno.click('[data-testid=resign]');
    await bruno.getByText('you lose nothing').waitFor();
    await bruno.click('[data-testid=resign-do]');
    await bruno.waitForSelector('.cards');
    await anna.getByText('1 of 3 seats').waitFor();
    await sit('Boris');
    await anna.click('[data-testid=start-now]');
    for (const page of [anna, bruno]) await page.waitForSelector('.prompt');
    const mover = await moverOf([anna, bruno]);
    check(!(await mover.isDisabled('[data-testid=hint]')), 'this table allows hints');
  },

  async 'a table leaves the list only after a question'({ browser, address }) {
    const { anna, id } = await twoPeople(browser, address);
    await anna.goto(address);
    await anna.click('.running button');
    await anna.getByText('unless the host invites you again').waitFor();
    await anna.getByRole('button', { name: 'Keep it' }).click();
    check(await anna.$(`.running a[href="#/t/${id}"]`), 'it is still there');
    await anna.click('.running button');
    await anna.click('[data-testid=forget]');
    await anna.waitForFunction(() => !document.querySelector('.running'));
  },

  async 'newcomers are asked before a turn ends, until they do not want it'({ browser, address }) {
    const page = await open(browser, { asks: true });
    await page.goto(`${address}#/play/signorie?seed=7&seats=3&level=paggio`);
    await myTurn(page);
    for (let i = 0; i < 40 && !(await page.$('.confirm .primary')); i++) {
      const { ply } = await table(page);
      await page.click('.choices button >> nth=0');
      await page.waitForFunction((before) => document.querySelector('.table').dataset.ply !== String(before) || document.querySelector('.confirm .primary'), ply);
      if (!(await page.$('.confirm .primary'))) await myTurn(page);
    }
    await page.getByText('can be turned off in the settings').waitFor();
    await page.click('[data-testid=never-ask]');
    equal(await page.evaluate(() => JSON.parse(localStorage.getItem('casata.settings')).confirm), false, 'and that is kept');
  },
};
