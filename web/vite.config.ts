// The build of the client. Everything is an own file (nothing inlined), so that a strict content security
// policy holds, and a service worker with the list of all files makes the table work without a network.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

function serviceWorker(): Plugin {
  return {
    name: 'casata-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).map((file) => ({
          name: file.fileName,
          bytes: file.type === 'chunk' ? file.code : file.source,
        }));
        for (const name of readdirSync(new URL('public', import.meta.url))) {
          files.push({ name, bytes: readFileSync(new URL(`public/${name}`, import.meta.url)) });
        }
        files.sort((a, b) => (a.name < b.name ? -1 : 1));
        const template = readFileSync(new URL('src/service_worker.js', import.meta.url), 'utf8');
        const hash = createHash('sha256').update(template);
        for (const file of files) hash.update(file.name).update(file.bytes);
        const list = JSON.stringify(files.map((file) => file.name));
        const source = template
          .replace('"__VERSION__"', JSON.stringify(hash.digest('hex').slice(0, 12)))
          .replace('["__FILES__"]', list);
        this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
      },
    },
  };
}

/** What is loaded when somebody wants it; all the rest is one file, which is smaller than several. */
const LATER = /src\/(screens\/(Guide|Join|Learn|Lesson|NewTable|Rules|Seat)|parts\/(Curve|ExampleView|Figure|Help|Legend|NewHere|Result|Review|RulesText|curve)|table\/(guide(\.svelte|_view)|lesson\.svelte|online)|text\/find|guide\.css)/;

export default defineConfig({
  base: './',
  plugins: [svelte(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', test: (id: string) => !LATER.test(id) }] } } },
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
  preview: { host: '127.0.0.1' },
  // The limit is only against hanging: the machine may be busy.
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 600_000 },
} as Parameters<typeof defineConfig>[0]);
