#!/usr/bin/env node
// balance_search.mjs: searches for fairer figures of a game by successive halving over `casata balance`. Only figures that are
// marked D (designed) in the column `src` change; what a source states stays.
// usage: tools/balance_search.mjs --game ID --table NAME --columns A,B,... --trait NAME --seats N,N,... --out DIR
//                                 [--casata FILE] [--from DIR] [--bot LEVEL] [--games N] [--stages N] [--candidates N]
//                                 [--changes N] [--seed S] [--jobs N] [--winner POINTS] [--rounds FEW-MANY]
// Candidates are the figures of --from (default data/ID) and copies of them with one to --changes (default 4) figures of the table
// one higher or lower: those of a trait value that wins too often by the first measurement go down, the others up. The rows of
// the table name the trait value in the column --trait. Each stage plays --games games (default 40) at each number of seats,
// the next one twice as many with another seed, and keeps the better half; figures of all stages are added up. The score of a
// candidate is the mean distance of its shares of wins from the fair one, in points, and what --winner and --rounds ask for: one
// more for each point or round that the means are off. Everything follows from --seed. The best tables are written to --out.
// example: tools/balance_search.mjs --game virtu --table house_cards --columns F,C,X,H,S --trait power --seats 3,4,5 \
//              --winner 15 --rounds 10-16 --out /tmp/fairer
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const help = () => readFileSync(fileURLToPath(import.meta.url), "utf8").split("\n").slice(1, 14).map((line) => line.slice(3)).join("\n");
const fail = (text) => { console.error(`balance_search: ${text}`); process.exit(2); };

const options = { casata: join(root, "build/casata"), bot: "duca/think=10000", games: 40, stages: 3, candidates: 8, changes: 4, seed: 1, jobs: 1 };
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, "");
  if (name === "help") { console.log(help()); process.exit(0); }
  const known = ["game", "table", "columns", "trait", "seats", "out", "from", "winner", "rounds", ...Object.keys(options)];
  if (!known.includes(name) || process.argv[i + 1] === undefined) fail(`unexpected argument "${process.argv[i]}" (see --help)`);
  options[name] = process.argv[i + 1];
}
for (const needed of ["game", "table", "columns", "trait", "seats", "out"]) if (!options[needed]) fail(`--${needed} is needed. Try --help`);
const from = options.from ?? join(root, "data", options.game);
const seats = options.seats.split(",").map(Number);
if (existsSync(options.out)) fail(`${options.out} exists already`);

// --- the table: lines of fields, quotes kept where they were ------------------------------------------------------
const file = `${options.table}.csv`;
if (!existsSync(join(from, file))) fail(`${join(from, file)} is not there`);
const lines = readFileSync(join(from, file), "utf8").trimEnd().split("\n");
const split = (line) => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)(?=,|$)/g);
const header = split(lines[0]), rows = lines.slice(1).map(split);
const at = (name) => header.indexOf(name) < 0 ? fail(`${file} has no column ${name}`) : header.indexOf(name);
const code = (src, column) => { // of the mark that names the column, else of "*"
  const marks = src.replace(/^"|"$/g, "").split("|").map((mark) => mark.match(/^([^=]+)=(.)/)).filter(Boolean);
  return (marks.find((m) => m[1].split("+").includes(column)) ?? marks.find((m) => m[1] === "*"))?.[2];
};
const free = []; // designed figures
rows.forEach((row, r) => options.columns.split(",").forEach((column) => {
  if (code(row[at("src")], column) === "D" && /^\d+$/.test(row[at(column)])) free.push({ r, c: at(column), value: row[at(options.trait)] });
}));
if (!free.length) fail(`no figure of these columns of ${file} is designed`);

// --- random numbers that follow from the seed -----------------------------------------------------------------------
let state = BigInt(options.seed) * 0x9e3779b97f4a7c15n;
const below = (n) => { state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn; return Number((state >> 33n) % BigInt(n)); };

// --- candidates -------------------------------------------------------------------------------------------------------
const work = mkdtempSync(join(tmpdir(), "balance-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
let made = 0;
const lay = (changed) => { // a folder with these rows; null if the figures do not agree
  const dir = join(work, String(made++));
  mkdirSync(dir);
  cpSync(from, dir, { recursive: true, filter: (path) => !/editions|\.bin$/.test(path) });
  writeFileSync(join(dir, file), [lines[0], ...changed.map((row) => row.join(","))].join("\n") + "\n");
  try { execFileSync(options.casata, ["data", options.game, "--data", dir], { stdio: "ignore" }); return dir; } catch { return null; }
};
const candidate = (changed, what) => { const dir = lay(changed); return dir && { dir, what, tally: {}, winner: [], rounds: [] }; };
const change = (share) => {
  const next = rows.map((row) => [...row]), what = new Map();
  for (let n = 1 + below(Number(options.changes)); n > 0; n--) {
    const f = free[below(free.length)], value = Number(next[f.r][f.c]) + ((share[f.value] ?? 0) > 0 ? -1 : 1);
    if (value < 0) continue;
    next[f.r][f.c] = String(value);
    what.set(`${next[f.r][0]}.${header[f.c]}`, value);
  }
  return what.size ? candidate(next, [...what].map(([name, value]) => `${name}=${value}`).join(" ")) : null;
};

// --- measuring ----------------------------------------------------------------------------------------------------------
const measure = (c, games, seed) => {
  for (const n of seats) {
    const text = execFileSync(options.casata, ["balance", "--game", options.game, "--seats", n, "--games", games, "--seed", seed, "--bot", options.bot,
      "--jobs", options.jobs, "--data", c.dir, "--json"].map(String), { maxBuffer: 1 << 26, encoding: "utf8" });
    const result = JSON.parse(text);
    for (const line of result.seats_by.filter((l) => l.group === options.trait)) {
      const t = (c.tally[`${n} ${line.value}`] ??= { n, value: line.value, of: 0, wins: 0 });
      t.of += line.wins.of;
      t.wins += line.wins.n;
    }
    c.winner.push([games, result.course[0].winner.mean]);
    c.rounds.push([games, result.course[0].rounds.mean]);
  }
};
const mean = (pairs) => pairs.reduce((sum, [n, x]) => sum + n * x, 0) / pairs.reduce((sum, [n]) => sum + n, 0);
const off = (t) => 100 * (t.wins / t.of - 1 / t.n);
const score = (c) => {
  const tallies = Object.values(c.tally), rounds = mean(c.rounds);
  const [few, many] = (options.rounds ?? "0-99999").split("-").map(Number);
  return tallies.reduce((sum, t) => sum + Math.abs(off(t)), 0) / tallies.length +
    (options.winner ? Math.abs(mean(c.winner) - options.winner) : 0) + Math.max(0, few - rounds, rounds - many);
};
const show = (c) => {
  const shares = seats.map((n) => Object.values(c.tally).filter((t) => t.n === n).map((t) => `${t.value} ${(100 * t.wins / t.of).toFixed(0)}`).join(" "));
  const played = seats.map((n) => Object.values(c.tally).find((t) => t.n === n)?.of).join(", ");
  console.log(`${score(c).toFixed(1).padStart(5)}  ${c.what}\n       ${shares.join(" | ")} | winners ${mean(c.winner).toFixed(1)}, ${mean(c.rounds).toFixed(1)} rounds (seats of each value: ${played})`);
};

const base = candidate(rows, "as it is") ?? fail(`${from}: its figures are refused by ${options.casata}`);
measure(base, Number(options.games), Number(options.seed));
const lean = {}; // by how much a value is above its fair share, over all numbers of seats
for (const t of Object.values(base.tally)) lean[t.value] = (lean[t.value] ?? 0) + off(t);
let field = [];
for (let tries = 0; field.length < options.candidates && tries < 100 * options.candidates; tries++) {
  const c = change(lean);
  if (c && !field.some((other) => other.what === c.what)) field.push(c);
}
for (const c of field) measure(c, Number(options.games), Number(options.seed));
field.push(base);
for (let stage = 1, games = Number(options.games); ; stage++) {
  field.sort((a, b) => score(a) - score(b));
  console.log(`stage ${stage}: ${field.length} candidates`);
  field.forEach(show);
  if (stage >= options.stages || field.length === 1) break;
  field = field.slice(0, Math.ceil(field.length / 2));
  games *= 2;
  for (const c of field) measure(c, games, Number(options.seed) + stage);
}
cpSync(field[0].dir, options.out, { recursive: true });
console.log(`${options.out}: ${field[0].what}`);
