// measure: how legible the tables are: with the most players, in the middle of a game, at usual sizes of screens, the smallest text, the
// smallest thing to touch, the share of the room for boards that is empty, and the number of texts that are cut off.
// usage: tools/measure [BUILD] [--pictures DIR] [--details] [--dark] [--lang LANG] [GAME|SIZE...]   BUILD: folder of the build (default build)
// example: tools/web_build && tools/measure build zhanguo phone --details
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(readFileSync(process.argv[1], 'utf8').split('\n').slice(0, 4).map((line) => line.slice(3)).join('\n'));
  process.exit(0);
}
const root = new URL('..', import.meta.url).pathname;
const flag = (name) => args.includes(name) && !!args.splice(args.indexOf(name), 1);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const details = flag('--details'), dark = flag('--dark'), pictures = option('--pictures'), lang = option('--lang') ?? 'en';
const kit = (name) => import(pathToFileURL(join(root, 'tests/browser', name)));
const { cleanUp, games, launch, open, serve } = await kit('kit.mjs');
const { measure, midMatch, openMatch, sizes } = await kit('measure.mjs');
const build = args[0] && !games.includes(args[0]) && !(args[0] in sizes) ? args.shift() : join(root, 'build');
const chosen = (list) => (list.some((name) => args.includes(name)) ? list.filter((name) => args.includes(name)) : list);

if (pictures) mkdirSync(pictures, { recursive: true });
const browser = await launch(), server = await serve(build);
console.log('game       size       smallest text  under 9 px  smallest target  empty  cut off');
for (const game of chosen(games)) {
  const match = midMatch(build, game);
  for (const size of chosen(Object.keys(sizes))) {
    const page = await open(browser, { colorScheme: dark ? 'dark' : 'light', locale: lang, ...sizes[size] });
    await openMatch(page, server.address, match);
    const found = await measure(page);
    console.log(`${game.padEnd(10)} ${size.padEnd(10)} ${found.text.toFixed(1).padStart(13)}  ${`${found.tiny}/${found.count}`.padStart(10)}  ${found.target.toFixed(0).padStart(15)}  ${`${Math.round(100 * found.empty)} %`.padStart(5)}  ${String(found.clipped.length).padStart(7)}`);
    if (details) {
      const small = new Set(found.texts.filter(({ px }) => px < 11).map(({ px, text }) => `    text ${px.toFixed(1)}: ${text}`));
      for (const line of small) console.log(line);
      for (const { px, text } of found.targets) console.log(`    target ${px.toFixed(0)}: ${text}`);
      for (const text of found.clipped) console.log(`    cut off: ${text}`);
    }
    if (pictures) {
      await page.mouse.move(2, 2);
      const tabs = await page.$$('.sheets button');
      for (let i = 0; i < Math.max(1, Math.min(tabs.length, 3)); i++) {
        if (tabs.length) await page.evaluate((n) => document.querySelectorAll('.sheets button')[n].click(), i);
        await page.waitForTimeout(250);
        await page.screenshot({ path: join(pictures, `${game}-${size}${i ? `-${i}` : ''}.png`) });
      }
    }
    await page.context().close();
  }
}
await browser.close();
await server.stop();
await cleanUp();
