// web_build_fonts: the fonts of the client, with the letters that its texts use and no others. Part of tools/web_build.
// usage: node tools/web_build_fonts.mjs OUT     from the packages in web/node_modules, into the folder OUT
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [out] = process.argv.slice(2);
const root = new URL('..', import.meta.url).pathname;
const require = createRequire(`${root}web/package.json`);
const subset = require('subset-font');

/** Two faces, each in one weight or a range of weights. A slant is the browser's: an italic would weigh 20 KB more. */
const faces = {
  serif: { font: 'eb-garamond', file: 'wght-normal', variationAxes: { wght: 600 } },
  sans: { font: 'open-sans', file: 'standard-normal', variationAxes: { wdth: 90, wght: { min: 400, max: 700 } } },
};
/** These letters cover most names that people type, too. */
const always = [[0x20, 0x7e], [0xa0, 0xff]].flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)));
const folders = [...readdirSync(`${root}po`).map((lang) => `po/${lang}`), 'docs/rules', 'web/boards'];
const texts = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const letters = [...new Set([...always, ...texts.flatMap((text) => [...text])])].sort();

mkdirSync(out, { recursive: true });
for (const [name, { font, file, variationAxes }] of Object.entries(faces)) {
  // The packages have the letters beyond Latin-1 in a file of their own, and so has the page: English does not need it.
  for (const [part, end, wanted] of [['latin', '', (c) => c < 0x100 || c >= 0x2000], ['latin-ext', '_ext', (c) => c >= 0x100 && c < 0x2000]]) {
    const source = readFileSync(require.resolve(`@fontsource-variable/${font}/files/${font}-${part}-${file}.woff2`));
    const made = await subset(source, letters.filter((letter) => wanted(letter.codePointAt(0))).join(''), {
      targetFormat: 'woff2',
      variationAxes,
      noHinting: true,
      keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum'],
      preserveNameIds: [0, 13, 14], // copyright and licence stay in the file
    });
    writeFileSync(join(out, `${name}${end}.woff2`), made);
  }
}
