#!/usr/bin/env node
// web_build_compress: puts a .br and a .gz next to every file of a folder that gets smaller by it.
// usage: tools/web_build_compress.mjs DIR       example: tools/web_build_compress.mjs web/dist
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dir = process.argv[2];
if (!dir) {
  console.error('usage: web_build_compress.mjs DIR');
  process.exit(2);
}
const known = /\.(js|css|json|svg|wasm|mo|html|webmanifest)$/;
for (const file of readdirSync(dir, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || !known.test(file.name)) continue;
  const path = join(file.parentPath, file.name);
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const br = brotliCompressSync(bytes, { params }), gz = gzipSync(bytes, { level: 9 });
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
}
