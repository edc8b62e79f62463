// offline.mjs: without a network after the first load; a page that is older than its server.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, check, choose, equal, folder, myTurn, open, quickGame, root, serve, table } from './kit.mjs';

export const tests = {
  async 'works without a network after the first load'({ browser, build }) {
    const server = await serve(build);
    const page = await open(browser, { serviceWorkers: 'allow', expected: /ERR_|Failed to load|Failed to update a ServiceWorker/ });
    await page.goto(server.address);
    await page.waitForSelector('[data-testid=play-now]');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      return names.length === 1 && (await (await caches.open(names[0])).keys()).length > 8;
    });
    await server.stop();
    await page.reload();
    await page.click('[data-testid=play-now]');
    await myTurn(page);
    for (let i = 0; i < 6; i++) {
      await choose(page, (await actions(page)).at(-1));
      await myTurn(page);
    }
    await page.reload();
    await myTurn(page);
    await page.click('[data-testid=settings]');
    await page.selectOption('dialog [data-testid=language]', 'hu');
    await page.waitForFunction(() => document.documentElement.lang === 'hu');
    await page.goto(`${server.address}#/rules/signorie/R8.4`);
    await page.waitForSelector('.target');
    await page.goto(`${server.address}#/new/signorie`);
    await page.selectOption('[data-seat-kind="1"]', 'invite');
    await page.click('[data-testid=start]');
    check((await page.textContent('[role=alert]')).length > 10, 'a table for friends needs the server, and the page says so');
  },

  async 'a page that is older than its server says so and renews itself, and nothing is lost'({ browser, build }) {
    const web = join(folder, 'renewed'), worker = join(web, 'service_worker.js');
    cpSync(join(root, 'web/dist'), web, { recursive: true });
    for (const ending of ['.br', '.gz']) rmSync(worker + ending, { force: true });
    const server = await serve(build, { web });
    const page = await open(browser, { serviceWorkers: 'allow', expected: /ERR_|Failed to load|Failed to update a ServiceWorker/ });
    const caught = () => page.waitForFunction(() => navigator.serviceWorker.controller && caches.keys().then((names) => names.length === 1));
    const version = () => page.evaluate(() => caches.keys().then((names) => names.join()));
    await quickGame(page, server.address);
    await caught();
    await choose(page, (await actions(page))[0]);
    const { ply } = await myTurn(page);
    const url = page.url(), first = await version();
    /** The server comes back with another version of the page, which looks for it. */
    const renew = async (name) => {
      const text = readFileSync(worker, 'utf8');
      await server.stop();
      writeFileSync(worker, text.replace(/const VERSION = ("|').*?\1/, `const VERSION = "${name}"`));
      check(readFileSync(worker, 'utf8') !== text, 'another version');
      server.stop = (await serve(build, { web, port: server.port, db: server.db })).stop;
      await page.evaluate(() => dispatchEvent(new Event('online')));
    };
    await renew('second');
    await page.getByText('A new version').waitFor();
    equal([page.url(), (await table(page)).ply], [url, ply], 'the table goes on until one agrees');
    await Promise.all([page.waitForEvent('load'), page.click('.toast button')]);
    await myTurn(page);
    equal([page.url(), (await table(page)).ply], [url, ply], 'the same position in the new version');
    await page.waitForFunction((old) => caches.keys().then((names) => names.length === 1 && names[0] !== old), first);
    const second = await version();
    await page.goto(`${server.address}#/`);
    await page.waitForSelector('.running .mine');
    await Promise.all([page.waitForEvent('load'), renew('third')]); // on the home page nothing can be lost: by itself
    await page.waitForSelector('.running .mine');
    await page.waitForFunction((old) => caches.keys().then((names) => names.length === 1 && names[0] !== old), second);
    await server.stop();
  },
};
