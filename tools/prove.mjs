#!/usr/bin/env node
// prove.mjs: what docs/bots.md claims of the bots, measured by `casata arena`: one file for each claim, as the arena wrote it.
// A claim that has a file is not measured again; --table prints what there is.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const help = `usage: tools/prove.mjs [--out DIR] [--casata FILE] [--jobs N] [--minutes N] [--list | --table] [WORD...]

Measures the claims of docs/bots.md whose names contain all the WORDs, and keeps what the arena says in DIR (default
build/proofs). What was measured before is left alone, so it can be stopped and started again.

  --minutes N   starts nothing after that
  --list        names the claims, with x where there is a file
  --table       prints what was measured as a table
`;
const seats = { signorie: [2, 3, 4], zhanguo: [2, 3, 4], legacy: [2, 3, 4], virtu: [2, 3, 4, 5] };
// Who against whom, games (other numbers for single tables: more where these leave it open), and at which tables.
const kinds = [
  { kind: 'step', bots: ['scudiero', 'paggio'], games: 60 },
  { kind: 'step', bots: ['cavaliere', 'scudiero'], games: 60 },
  { kind: 'step', bots: ['conte', 'cavaliere'], games: 40 },
  { kind: 'step', bots: ['duca', 'conte'], games: 24, more: { 'legacy 2': 48 } },
  { kind: 'leap', bots: ['duca', 'scudiero'], games: 63, more: { 'zhanguo 2': 20, 'legacy 2': 20, 'virtu 2': 20 } },
  { kind: 'net', bots: ['cavaliere/noise=0', 'cavaliere/noise=0/hand=1'], games: 40, more: { 'legacy 2': 80 } },
  { kind: 'time', bots: ['cavaliere/noise=0*4', 'cavaliere/noise=0'], games: 120, more: { 'zhanguo 2': 400, 'legacy 2': 400, 'virtu 2': 400 } },
  { kind: 'time', bots: ['duca/think=10000*4', 'duca/think=10000'], games: 480, more: { 'zhanguo 2': 600, 'legacy 2': 600, 'virtu 2': 600, 'signorie 2': 120, 'virtu 5': 240 } },
  { kind: 'time', bots: ['duca*4', 'duca'], games: 24, only: 2 },
  { kind: 'score', bots: ['duca'], games: 8, only: 4 },
];

const claims = [];
for (const { kind, bots, games, more, only } of kinds)
  for (const [game, tables] of Object.entries(seats))
    for (const n of only ? [only] : tables) {
      const rounds = Math.ceil((more?.[`${game} ${n}`] ?? games) / n);
      const name = `${kind} ${game} ${n} ${bots.join(' ')}`;
      claims.push({ name, file: `${name.replaceAll(/[^a-z0-9]+/g, '-')}.json`, game, n, bots, games: rounds * n });
    }

const options = { out: 'build/proofs', casata: 'build/casata', jobs: String(cpus().length), minutes: '1000000' };
const words = [];
let mode = 'run';
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
for (let i = 2; i < process.argv.length; i++) {
  const arg = process.argv[i];
  const key = arg.slice(2);
  if (arg === '--help' || arg === '-h') {
    process.stdout.write(help);
    process.exit(0);
  } else if (arg === '--list' || arg === '--table') mode = key;
  else if (arg.startsWith('--') && key in options && process.argv[i + 1]) options[key] = process.argv[++i];
  else if (arg.startsWith('--')) {
    process.stderr.write(`prove.mjs: unexpected argument "${arg}"\n${help}`);
    process.exit(2);
  } else words.push(arg);
}
const chosen = claims.filter(({ name }) => words.every((word) => name.includes(word)));
const path = ({ file }) => `${options.out}/${file}`;

function measure(claim) {
  const { game, n, bots, games } = claim;
  const args = ['arena', '--game', game, '--seats', n, '--bots', bots.join(','), '--games', games, '--seed', 31];
  args.push('--jobs', 1, '--blunders', '--json');
  if (game === 'virtu') args.push('--opening', 4);
  const child = spawn(options.casata, args.map(String), { stdio: ['ignore', 'pipe', 'ignore'] });
  const parts = [];
  child.stdout.on('data', (part) => parts.push(part));
  return new Promise((done) =>
    child.on('close', () => {
      const text = Buffer.concat(parts).toString();
      try {
        JSON.parse(text);
        writeFileSync(`${path(claim)}.part`, text);
        renameSync(`${path(claim)}.part`, path(claim));
        process.stdout.write(`${row(claim)}\n`);
      } catch {
        process.stderr.write(`prove.mjs: ${claim.name}: the arena gave no result\n`);
        process.exitCode = 1;
      }
      done();
    }),
  );
}

const percent = (x) => `${Math.round(100 * x)}%`;
const round = (x) => (Math.abs(x) < 20 ? x.toFixed(1) : x.toFixed(0));
function row(claim) {
  const r = JSON.parse(readFileSync(path(claim), 'utf8'));
  const [a, b] = r.bots;
  const cells = [claim.game, claim.n, claim.bots.map((name) => `\`${name}\``).join(', '), r.games];
  if (b) cells.push(percent(a.wins.share), `${percent(a.wins.low)}–${percent(a.wins.high)}`, percent(a.fair));
  else cells.push('', '', '');
  cells.push(b ? `${round(a.score.mean)} : ${round(b.score.mean)}` : round(a.score.mean), round(r.winner_score));
  cells.push(`${round(a.turn_ms.p50)} / ${round(a.turn_ms.p95)}`, round(a.decision_ms.p95), a.blunders);
  return `| ${cells.join(' | ')} |`;
}

if (mode === 'list') for (const c of chosen) process.stdout.write(`${existsSync(path(c)) ? 'x' : ' '} ${c.name}, ${c.games} games\n`);
else if (mode === 'table') {
  process.stdout.write('| game | seats | A, B | games | wins of A | 95% | fair | points A : B | of the winners | turn of A, half / 95%, ms | decision 95%, ms | blunders |\n');
  process.stdout.write('|---|---|---|---|---|---|---|---|---|---|---|---|\n');
  for (const c of chosen) if (existsSync(path(c))) process.stdout.write(`${row(c)}\n`);
} else {
  const end = Date.now() + 60000 * Number(options.minutes);
  const left = chosen.filter((c) => !existsSync(path(c)));
  mkdirSync(options.out, { recursive: true });
  const work = async () => {
    for (let c; Date.now() < end && (c = left.shift()); ) await measure(c);
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
}
