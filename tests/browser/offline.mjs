// offline.mjs: without a network after the first load.
import { actions, check, choose, myTurn, open, serve } from './kit.mjs';

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
};
