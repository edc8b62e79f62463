#!/usr/bin/env node
// web_build_rules: the rules documents for the browser: docs/rules/<id>.md becomes <out>/<id>.json with
// {"title", "toc": [{"id", "title"}], "html"}. Every numbered rule and ruling is an element with its number as
// id; numbers in the text become links "#R8.4".
// A translated document docs/rules/<lang>/<id>.md becomes <out>/<lang>.<id>.json.
// usage: tools/web_build_rules.mjs RULES_DIR OUT_DIR       example: tools/web_build_rules.mjs docs/rules web/gen/rules
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function inline(text) {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^\w*])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/(?<![\w#".])([RG]\d+(?:\.\d+)?)(?![\w])/g, '<a href="#$1">$1</a>');
}

const cells = (line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

function table(lines) {
  const head = cells(lines[0]).map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
  const rows = lines.slice(2).map((line) => {
    const [first, ...rest] = cells(line);
    const id = /^[QX]\d+$/.test(first) ? ` id="${first}"` : '';
    return `<tr${id}><th scope="row">${inline(first)}</th>${rest.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escape(cells(lines[0]).join(', '))}">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const item = /^\s*(?:(\d+)\.|([a-z])\.|-)\s+(.*)$/;

function paragraph(lines) {
  const start = lines.findIndex((line) => /^\s/.test(line) && item.test(line));
  const plain = start < 0 ? lines : lines.slice(0, start);
  // A ruling may begin in bold: "**G12 A title** and more".
  const match = /^((?:\*\*)?)(R\d+\.\d+|G\d+)\.?\s+([\s\S]*)$/.exec(plain.join('\n'));
  let html = match ? `<b class="number"><a href="#${match[2]}">${match[2]}</a></b> ${inline(match[1] + match[3])}` : inline(plain.join('\n'));
  let after = '';
  if (start >= 0) {
    const items = [], rest = [];
    for (const line of lines.slice(start)) {
      const found = item.exec(line);
      if (found && !rest.length) items.push(found[3]);
      else rest.push(line);
    }
    const first = item.exec(lines[start]);
    const tag = first[1] || first[2] ? 'ol' : 'ul';
    const type = first[2] ? ' type="a"' : '';
    after = `<${tag}${type}>${items.map((text) => `<li>${inline(text)}</li>`).join('')}</${tag}>`;
    if (rest.join('\n').trim()) after += `<p>${inline(rest.join('\n'))}</p>`;
  }
  html = `<p>${html.trim()}</p>${after}`;
  return match ? `<div class="rule" id="${match[2]}">${html}</div>` : html;
}

export function render(markdown) {
  const toc = [], out = [];
  let title = '';
  for (const block of markdown.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line.trim() && line.trim() !== '---');
    if (!lines.length) continue;
    const heading = /^(#{1,3})\s+(.*)$/.exec(lines[0]);
    if (heading) {
      const level = heading[1].length, text = heading[2];
      if (!title) {
        title = text;
      } else {
        const id = /^R\d+/.exec(text)?.[0] ?? text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
        toc.push({ id, title: text, level });
        out.push(`<h${level + 1} id="${id}">${escape(text)}</h${level + 1}>`);
      }
      lines.shift();
      if (!lines.length) continue;
    }
    out.push(lines[0].startsWith('|') ? table(lines) : paragraph(lines));
  }
  return { title, toc, html: out.join('\n') };
}

function main([from, to]) {
  if (!to) {
    console.error('usage: web_build_rules.mjs RULES_DIR OUT_DIR');
    process.exit(2);
  }
  mkdirSync(to, { recursive: true });
  const write = (dir, file, prefix) => {
    const rules = render(readFileSync(join(dir, file), 'utf8'));
    writeFileSync(join(to, `${prefix}${file.slice(0, -3)}.json`), JSON.stringify(rules));
  };
  const documents = (dir) => readdirSync(dir).filter((name) => /^[a-z0-9_]+\.md$/.test(name));
  for (const file of documents(from)) write(from, file, '');
  for (const lang of ['pl', 'hu']) {
    const dir = join(from, lang);
    if (existsSync(dir)) for (const file of documents(dir)) write(dir, file, `${lang}.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
