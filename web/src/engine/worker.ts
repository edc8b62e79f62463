// The worker: engine, local matches and their storage, away from the screen's thread. Bots decide in short
// slices, so that a question is never kept waiting. Knows no game and no screen.
import { Engine, SPECTATOR } from './engine';
import { adviceOf, coachedOf, LocalMatch, type LocalSeat, lookOf, MatchError, type MatchSetup, type MatchView } from './local_match';
import { pack, unpack } from './share';
import { type MatchResult, Store, type StoredMatch } from './store';
import type { Advice, Coached, GameInfo, LogEntry, Review, Scene, Scores } from './types';

const SLICE_MS = 12;
const ADVICE_MS = 300;
const WHY_MS = 40;
const REVIEW_MS = 6;
/** While bots think, the screen is updated at least this often, and sooner after the person's own decision. */
const TELL_MS = 350;
const TELL_FIRST_MS = 60;

export interface Opened {
  setup: MatchSetup;
  view: MatchView;
  story: LogEntry[];
  lasting: boolean;
}
export interface Step {
  view: MatchView;
  /** Entries of the log from `from` on; the older ones are as before. */
  from: number;
  story: LogEntry[];
  /** The match will survive the page. */
  lasting: boolean;
}

let started: (module: WebAssembly.Module) => void;
/** The module comes from the screen, which has it for its words. */
const engineReady = new Promise<WebAssembly.Module>((resolve) => (started = resolve)).then((module) => new Engine(module));
/** The learned evaluations, "<game>_<seats>": fetched when a table needs one. */
const nets = import.meta.glob<string>('../../gen/nets/*.bin', { query: '?url', import: 'default', eager: true });
let netTaken = '';
/** Gives the engine what it learned about a game with that many seats, if there is such a thing. */
async function learned(game: string, seats: number): Promise<void> {
  const name = `${game}_${seats}`;
  const url = nets[`../../gen/nets/${name}.bin`];
  if (netTaken === name || !url) return;
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return; // without it bots use the hand-written evaluation
  (await engineReady).takeNet(game, seats, new Uint8Array(await response.arrayBuffer()));
  netTaken = name;
}
const learnedFor = (match: LocalMatch) => learned(match.setup.game, match.setup.seats.length);
const storeReady = Store.open();
const matches = new Map<string, LocalMatch>();
const created = new Map<string, number>();
/** Matches of links: viewed, not stored. */
const passing = new Set<string>();
const others = new BroadcastChannel('casata-matches');

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

async function open(id: string): Promise<LocalMatch> {
  const there = matches.get(id);
  if (there) return there;
  const stored = await (await storeReady).get(id);
  if (!stored) throw new MatchError('web.error.gone');
  const match = LocalMatch.load(await engineReady, stored.file);
  matches.set(id, match);
  created.set(id, stored.created);
  return match;
}

/** A match is not needed here any more, or not as it is. */
function forget(id: string): boolean {
  matches.get(id)?.close();
  return matches.delete(id);
}

/** How it ended for the first person at the table; nobody sits there: nothing. */
function resultOf(match: LocalMatch): MatchResult | undefined {
  const seat = match.setup.seats.findIndex(({ kind }) => kind === 'human');
  if (seat < 0 || !match.over) return undefined;
  const { now, ranks, out } = match.view(seat).scores;
  return { place: ranks[seat]!, seats: ranks.length, points: now[seat]!.reduce((sum, n) => sum + n, 0), out: out[seat]! };
}

/** Keeps a match; false: it will not survive the page (no storage, or it is full). Other tabs hear of it. */
async function keep(id: string, match: LocalMatch, tell = true): Promise<boolean> {
  if (passing.has(id)) return false;
  const store = await storeReady;
  const now = Date.now();
  if (!created.has(id)) created.set(id, now);
  const stored: StoredMatch = {
    id,
    game: match.setup.game,
    created: created.get(id)!,
    updated: now,
    ply: match.ply,
    over: match.over,
    names: match.setup.seats.map((seat) => seat.name),
    result: resultOf(match),
    file: match.save(),
  };
  try {
    await store.put(stored);
  } catch {
    return false;
  }
  if (tell) others.postMessage({ id, ply: match.ply });
  return store.lasting;
}

/** The data a screen needs after a change; the story from entry `from` on. */
async function step(id: string, match: LocalMatch, seat?: number, from = 0): Promise<Step> {
  const now = (lasting: boolean): Step => {
    const view = match.view();
    // Another person looks now: the whole log is shown as this person may know it.
    const since = view.viewer === seat ? from : 0;
    return { view, from: since, story: match.story(view.viewer, since), lasting };
  };
  await advance(match, () => postMessage({ going: id, step: now(true) } satisfies Answer));
  return now(await keep(id, match));
}

async function add(match: LocalMatch): Promise<string> {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');
  matches.set(id, match);
  await advance(match);
  await keep(id, match);
  return id;
}

let passed = 0;
/** A match that is not kept; its id. */
function pass(match: LocalMatch): string {
  const id = `link-${++passed}`;
  matches.set(id, match);
  passing.add(id);
  return id;
}
async function tried(match: LocalMatch): Promise<string> {
  const id = pass(match);
  await advance(match);
  return id;
}

/** Does work that rests now and then, without keeping questions waiting. */
async function unhurried<N, T>(work: Generator<N, T>, tell?: (news: N) => void): Promise<T> {
  let slice = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    tell?.(step.value);
    if (performance.now() - slice < SLICE_MS) continue;
    await breathe();
    slice = performance.now();
  }
}

let thinking: Promise<unknown> = Promise.resolve();
/** The engine thinks of one thing at a time: waits for the thought before. */
function inTurn<T>(think: () => Promise<T>): Promise<T> {
  const result = thinking.then(think);
  thinking = result.catch(() => undefined);
  return result;
}

/** Runs of looking back that nobody waits for any more. */
const stopped = new Set<number>();
/** Looks back on a whole match; reports now and then how far it is. */
async function lookBack(match: LocalMatch, run: number): Promise<Review> {
  let told = performance.now();
  const heed = (part: number) => {
    if (stopped.has(run)) throw new MatchError('web.review_stopped');
    if (performance.now() - told < 100) return;
    told = performance.now();
    postMessage({ reviewing: run, part } satisfies Answer);
  };
  try {
    return await inTurn(async () => {
      heed(0);
      await learnedFor(match);
      return unhurried(match.review(REVIEW_MS), heed);
    });
  } finally {
    stopped.delete(run);
  }
}

/** Lets chance and bots decide until a person has to; `tell` is called now and then on the way. */
async function advance(match: LocalMatch, tell?: () => void): Promise<void> {
  let slice = performance.now();
  let told = slice - TELL_MS + TELL_FIRST_MS;
  let known = -1;
  const heed = () => {
    if (match.ply === known || performance.now() - told < TELL_MS) return;
    tell?.();
    told = performance.now();
    known = match.ply;
  };
  const bots = match.setup.seats.some((seat) => seat.kind === 'bot');
  while (
    await inTurn(async () => {
      if (bots) await learnedFor(match);
      return unhurried(match.advance(), heed);
    })
  ) {
    heed();
    if (performance.now() - slice < SLICE_MS) continue;
    await breathe();
    slice = performance.now();
  }
}

const api = {
  async info(): Promise<{ games: GameInfo[]; levels: string[] }> {
    const { games, levels } = await engineReady;
    return { games, levels };
  },
  async list(): Promise<Omit<StoredMatch, 'file'>[]> {
    return (await (await storeReady).list()).map(({ file: _, ...rest }) => rest);
  },
  /** All matches with their files. */
  async all(): Promise<StoredMatch[]> {
    return (await storeReady).list();
  },
  /** Takes over a match of another browser under its own id, after a proof; false: here it is as far or further. */
  async restore(stored: StoredMatch): Promise<boolean> {
    const match = LocalMatch.load(await engineReady, stored.file);
    const { id, created: since, updated } = stored;
    const here = await (await storeReady).get(id);
    const { ply, over, setup } = match;
    const newer = !here || here.ply < ply;
    if (newer) {
      forget(id);
      const names = setup.seats.map((seat) => seat.name);
      await (await storeReady).put({ id, game: setup.game, created: since, updated, ply, over, names, result: resultOf(match), file: match.save() });
      others.postMessage({ id, ply });
    }
    match.close();
    return newer;
  },
  async create(setup: MatchSetup, seed?: number | null): Promise<string> {
    const engine = await engineReady;
    return add(LocalMatch.start(engine, setup, seed == null ? undefined : seed >>> 0));
  },
  async import(file: Uint8Array): Promise<string> {
    return add(LocalMatch.load(await engineReady, file));
  },
  async remove(id: string): Promise<void> {
    forget(id);
    await (await storeReady).remove(id);
  },
  async open(id: string): Promise<Opened> {
    const match = await open(id);
    const view = match.view();
    const lasting = (await storeReady).lasting && !passing.has(id);
    return { setup: match.setup, view, story: match.story(view.viewer), lasting };
  },
  async act(id: string, ply: number, action: string): Promise<Step> {
    const match = await open(id);
    if (match.ply !== ply) throw new MatchError('web.error.stale');
    const seat = match.viewer();
    match.play(seat, action);
    if (!match.waits) void keep(id, match, false); // a page that goes away while bots think loses nothing
    return step(id, match, seat, ply);
  },
  /** Chance and bots go on where the page was closed while they thought. */
  async resume(id: string): Promise<Step> {
    return step(id, await open(id));
  },
  async undo(id: string, ply: number): Promise<Step> {
    const match = await open(id);
    match.undo(ply);
    return step(id, match);
  },
  /** Length of the log before the last decision of a person; -1: there is none. */
  async previous(id: string): Promise<number> {
    return (await open(id)).previousDecision();
  },
  async at(id: string, ply: number, viewer: number): Promise<{ scene: Scene; scores: Scores }> {
    return (await open(id)).viewAt(ply, viewer);
  },
  async advise(id: string): Promise<Advice[]> {
    const match = await open(id);
    return inTurn(async () => {
      await learnedFor(match);
      return unhurried(match.advise(ADVICE_MS));
    });
  },
  /** What the coach says before an action; it thinks as long as the look back does about a decision. */
  async coach(id: string, action: string, level: string, said: string): Promise<Coached> {
    const match = await open(id);
    return inTurn(async () => {
      await learnedFor(match);
      return unhurried(match.coach(action, level, REVIEW_MS, said));
    });
  },
  async coachKept(id: string, name: string, said: string): Promise<string> {
    return (await open(id)).coachKept(name, said);
  },
  /** Looks back on a match, or on the match file of one that a server keeps. `run` is the caller's number for it. */
  async review(id: string, run: number): Promise<Review> {
    return lookBack(await open(id), run);
  },
  async reviewFile(file: string, run: number): Promise<Review> {
    const match = LocalMatch.load(await engineReady, file);
    return lookBack(match, run).finally(() => match.close());
  },
  /** A match file from elsewhere, proved, as the program writes it. */
  async proved(file: string): Promise<string> {
    const match = LocalMatch.load(await engineReady, file);
    const text = match.save();
    match.close();
    return text;
  },
  async stopReview(run: number): Promise<void> {
    stopped.add(run);
  },
  async endsTurn(id: string, action: string): Promise<boolean> {
    return (await open(id)).endsTurn(action);
  },
  async save(id: string): Promise<string> {
    return (await open(id)).save();
  },
  /** A copy of the match that continues from an earlier position. */
  async branch(id: string, ply: number): Promise<string> {
    const copy = LocalMatch.load(await engineReady, (await open(id)).save());
    copy.undo(ply);
    return add(copy);
  },
  async seatTo(id: string, seat: number, kind: 'human' | 'bot', level?: string): Promise<Step> {
    const match = await open(id);
    match.seatTo(seat, kind, level);
    return step(id, match);
  },
  async pack(id: string): Promise<string> {
    return pack(await open(id));
  },
  async unpack(text: string): Promise<string> {
    return pass(await unpack(await engineReady, text));
  },
  /** A match file of a server, for viewing. */
  async adopt(file: string): Promise<string> {
    return pass(LocalMatch.load(await engineReady, file));
  },
  async tryOut(id: string, ply: number, viewer: number): Promise<string> {
    const match = await open(id);
    return tried(LocalMatch.tryOut(await engineReady, { file: match.save(), entries: ply }, viewer, match.setup.seats));
  },
  async trySnapshot(game: string, snapshot: string, viewer: number, seats: LocalSeat[]): Promise<string> {
    return tried(LocalMatch.tryOut(await engineReady, { game, snapshot }, viewer, seats));
  },

  /** A whole match of two bots, to be looked at. */
  async watch(game: string, seats: LocalSeat[], seed?: number | null): Promise<string> {
    const match = LocalMatch.start(await engineReady, { game, seats, options: {} }, seed == null ? undefined : seed >>> 0);
    return tried(match);
  },
  /** Why a seat decided as it did after `ply` entries. */
  async why(id: string, ply: number, seat: number): Promise<Advice['reasons']> {
    const match = await open(id);
    return inTurn(async () => {
      await learnedFor(match);
      return unhurried(match.why(ply, seat, match.setup.seats[seat]?.level ?? '', WHY_MS));
    });
  },

  // What a server sent: a snapshot of what the viewer may know.
  async look(game: string, snapshot: string, viewer: number, resigned: number[]): Promise<{ scene: Scene; scores: Scores }> {
    const { door } = await engineReady;
    return lookOf(door.ask({ cmd: 'view', game, snapshot, resigned, seat: viewer === SPECTATOR ? 'spectator' : viewer }));
  },
  async lookAdvise(game: string, snapshot: string, seat: number): Promise<Advice[]> {
    const { door } = await engineReady;
    const { scores } = lookOf(door.ask({ cmd: 'view', game, snapshot, seat }));
    return inTurn(async () => {
      await learned(game, scores.ranks.length);
      return adviceOf(await unhurried(door.think({ cmd: 'hint', game, snapshot, seat, ms: ADVICE_MS })));
    });
  },
  async lookCoach(game: string, snapshot: string, seat: number, ply: number, action: string, level: string, said: string): Promise<Coached> {
    const { door } = await engineReady;
    const { scores } = lookOf(door.ask({ cmd: 'view', game, snapshot, seat }));
    return inTurn(async () => {
      await learned(game, scores.ranks.length);
      return coachedOf(await unhurried(door.think({ cmd: 'coach', game, snapshot, seat, ply, action, level, ms: REVIEW_MS, said })), said);
    });
  },
  async lookCoachKept(game: string, snapshot: string, name: string, said: string): Promise<string> {
    const { door } = await engineReady;
    return door.ask({ cmd: 'coach', game, snapshot, kept: name, said })['said'];
  },
  async lookEndsTurn(game: string, snapshot: string, seat: number, action: string): Promise<boolean> {
    const { door } = await engineReady;
    return door.ask({ cmd: 'ends_turn', game, snapshot, seat, action })['ends_turn'];
  },
};
export type Api = typeof api;

/** The first message: the compiled module. */
export interface Start {
  module: WebAssembly.Module;
}
export interface Call {
  id: number;
  name: keyof Api;
  args: unknown[];
}
export type Answer =
  | { id: number; result: unknown }
  | { id: number; error: { id?: string; detail?: string; text: string } }
  | { changed: string }
  | { going: string; step: Step }
  | { reviewing: number; part: number };

const changing = new Set<keyof Api>(['create', 'import', 'restore', 'remove', 'open', 'act', 'resume', 'undo', 'branch', 'seatTo']);
let queue: Promise<unknown> = Promise.resolve();

async function answer({ id, name, args }: Call): Promise<void> {
  try {
    const call = api[name] as (...args: unknown[]) => Promise<unknown>;
    postMessage({ id, result: await call(...args) } satisfies Answer);
  } catch (error) {
    const known = error instanceof MatchError ? { id: error.id, detail: error.detail } : {};
    postMessage({ id, error: { ...known, text: String(error) } } satisfies Answer);
  }
}

addEventListener('message', (event: MessageEvent<Start | Call>) => {
  if ('module' in event.data) return started(event.data.module);
  const call = event.data;
  // What changes a match waits for the change before it; questions do not wait.
  if (changing.has(call.name)) queue = queue.then(() => answer(call));
  else void answer(call);
});

// The same match in another tab went on: forget the copy here and update the screen.
others.onmessage = (event: MessageEvent<{ id: string; ply: number }>) => {
  const { id } = event.data;
  if (!forget(id)) return;
  postMessage({ changed: id } satisfies Answer);
};
