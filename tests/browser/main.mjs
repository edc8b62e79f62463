// main.mjs: runs the browser tests, a few at once: they wait more than they work. See tests/browser/run.
import { cleanUp, launch, serve } from './kit.mjs';
import { tests as coach } from './coach.mjs';
import { tests as ending } from './ending.mjs';
import { tests as follow } from './follow.mjs';
import { tests as guide } from './guide.mjs';
import { tests as guided } from './guided.mjs';
import { tests as keep } from './keep.mjs';
import { tests as learn } from './learn.mjs';
import { tests as look } from './look.mjs';
import { tests as offline } from './offline.mjs';
import { tests as play } from './play.mjs';
import { tests as together } from './together.mjs';
import { tests as trees } from './trees.mjs';

const [build, ...words] = process.argv.slice(2);
const AT_ONCE = 3;
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

/** One test in windows of its own; what their consoles say is its own too. */
async function run(name, test) {
  const contexts = [];
  const own = {
    newContext: async (options) => {
      contexts.push(await browser.newContext(options));
      return contexts.at(-1);
    },
  };
  const troubles = () => contexts.flatMap((context) => context.pages().flatMap((page) => page.troubles ?? []));
  const start = Date.now();
  try {
    await test({ browser: own, build, address: server.address, accept });
    if (troubles().length) throw new Error(`the console says: ${troubles().join('\n')}`);
    passed++;
    console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${String(error?.stack ?? error).slice(0, 1500)}${troubles().length ? `\nconsole: ${troubles().join('\n')}` : ''}`);
  }
  for (const context of contexts) await context.close().catch(() => undefined);
}

try {
  browser = await launch();
  server = await serve(build);
  const all = Object.entries({ ...look, ...play, ...guided, ...guide, ...learn, ...coach, ...trees, ...follow, ...ending, ...together, ...keep, ...offline }); // the longest first
  const chosen = all.filter(([name]) => (!accept || name.includes('screens')) && (!wanted.length || wanted.some((word) => name.includes(word))));
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = chosen.shift(); next; next = chosen.shift()) await run(...next);
  });
  await Promise.all(workers);
} catch (error) {
  failed++;
  console.log(`FAIL ${error.stack ?? error}`);
}
await browser?.close().catch(() => undefined);
await server?.stop().catch(() => undefined);
await cleanUp();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
