// main.mjs: runs the browser tests one after the other. See tests/browser/run.
import { cleanUp, launch, serve } from './kit.mjs';
import { tests as look } from './look.mjs';
import { tests as offline } from './offline.mjs';
import { tests as play } from './play.mjs';
import { tests as together } from './together.mjs';

const [build, ...words] = process.argv.slice(2);
const accept = words.includes('--accept');
const wanted = words.filter((word) => word !== '--accept');
let passed = 0, failed = 0;
let browser, server;
const cancel = async () => {
  await browser?.close().catch(() => undefined);
  await cleanUp();
  process.exit(1);
};
process.on('SIGTERM', cancel);
process.on('SIGINT', cancel);

try {
  browser = await launch();
  server = await serve(build);
  for (const [name, test] of Object.entries({ ...play, ...together, ...offline, ...look })) {
    if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
    if (accept && !name.includes('screens')) continue;
    const start = Date.now();
    const before = browser.contexts().length;
    try {
      await test({ browser, build, address: server.address, accept });
      for (const context of browser.contexts()) for (const page of context.pages()) {
        if (page.troubles?.length) throw new Error(`the console says: ${page.troubles.join('\n')}`);
      }
      passed++;
      console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      const said = browser.contexts().flatMap((c) => c.pages().flatMap((p) => p.troubles ?? []));
      console.log(`FAIL ${name}: ${String(error?.stack ?? error).slice(0, 1500)}${said.length ? `\nconsole: ${said.join('\n')}` : ''}`);
    }
    for (const context of browser.contexts().slice(before)) await context.close();
  }
} catch (error) {
  failed++;
  console.log(`FAIL ${error.stack ?? error}`);
}
await browser?.close().catch(() => undefined);
await server?.stop().catch(() => undefined);
await cleanUp();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
