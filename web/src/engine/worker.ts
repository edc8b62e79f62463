// The worker: serves the screen's requests to the engine and the matches in this browser, off the main thread.
// Knows no game and no screen.
import { Engine, SPECTATOR } from './engine';
import type { Task } from './helper';
import { Helpers, spareWorkers } from './helpers';
import { adviceOf, coachedOf, LocalMatch, type LocalSeat, lookOf, MatchError, type MatchSetup, type MatchView } from './local_match';
import { Matches } from './matches';
import { loadNet } from './nets';
import { pack, unpack } from './share';
import { oneAtATime, runSliced, Slice } from './slices';
import type { StoredMatch } from './store';
import type { Advice, Coached, GameInfo, LogEntry, Review, Scene, Scores } from './types';

const ADVICE_MS = 300;
const WHY_MS = 40;
const REVIEW_MS = 6;
/** While bots think, the screen is updated at this interval, the first time sooner. */
const REPORT_MS = 350;
const REPORT_FIRST_MS = 60;

export interface Opened {
  setup: MatchSetup;
  view: MatchView;
  story: LogEntry[];
  lasting: boolean;
}
export interface Step {
  view: MatchView;
  /** Entries of the log from `from` on; older ones are unchanged. */
  from: number;
  story: LogEntry[];
  /** The match will survive the page. */
  lasting: boolean;
}

let started: (start: Start) => void;
/** The screen sends the module, which it also uses for words. */
const ready = new Promise<Start>((resolve) => (started = resolve));
const engineReady = ready.then(({ module }) => new Engine(module));
const helpersReady = ready.then(
  ({ module, helpers = spareWorkers() }) =>
    new Helpers(helpers, () => {
      const helper = new Worker(new URL('./helper.ts', import.meta.url), { type: 'module' });
      helper.postMessage({ module } satisfies Task);
      return helper;
    }),
);
const matches = new Matches(engineReady, (changed) => postMessage({ changed } satisfies Answer));
const loadNetFor = async ({ setup: { game, seats } }: LocalMatch) => loadNet(await engineReady, game, seats.length);

/** The data a screen needs after a change; the story from entry `from` on. */
async function step(id: string, match: LocalMatch, seat?: number, from = 0): Promise<Step> {
  const now = (lasting: boolean): Step => {
    const view = match.view();
    // The viewer has changed: send the whole log as this person may know it.
    const since = view.viewer === seat ? from : 0;
    return { view, from: since, story: match.story(view.viewer, since), lasting };
  };
  await advance(match, () => postMessage({ going: id, step: now(true) } satisfies Answer));
  return now(await matches.keep(id, match));
}

async function add(match: LocalMatch): Promise<string> {
  const id = matches.add(match);
  await advance(match);
  await matches.keep(id, match);
  return id;
}

async function tried(match: LocalMatch): Promise<string> {
  const id = matches.pass(match);
  await advance(match);
  return id;
}

/** Cancelled reviews. */
const stopped = new Set<number>();
/** Reviews a whole match, reporting progress now and then. */
async function review(match: LocalMatch, run: number): Promise<Review> {
  let reported = performance.now();
  const report = (part: number) => {
    if (stopped.has(run)) throw new MatchError('web.review_stopped');
    if (performance.now() - reported < 100) return;
    reported = performance.now();
    postMessage({ reviewing: run, part } satisfies Answer);
  };
  try {
    return await oneAtATime(async () => {
      report(0);
      await loadNetFor(match);
      return runSliced(match.review(REVIEW_MS), report);
    });
  } finally {
    stopped.delete(run);
  }
}

/** Runs thinking work on a match. */
const thinkAbout = <T>(match: LocalMatch, work: () => Generator<void, T>): Promise<T> =>
  oneAtATime(async () => {
    await loadNetFor(match);
    return runSliced(work());
  });
/** Runs thinking work on a position sent by a server. */
async function thinkAboutLook<T>(game: string, snapshot: string, seat: number, work: (engine: Engine) => Generator<void, T>): Promise<T> {
  const engine = await engineReady;
  const { scores } = lookOf(engine.door.ask({ cmd: 'view', game, snapshot, seat }));
  return oneAtATime(async () => {
    await loadNet(engine, game, scores.ranks.length);
    return runSliced(work(engine));
  });
}

/** Lets chance and bots decide until a person has to; `report` is called now and then on the way. */
async function advance(match: LocalMatch, report?: () => void): Promise<void> {
  const slice = new Slice();
  let reported = performance.now() - REPORT_MS + REPORT_FIRST_MS;
  let known = -1;
  const note = () => {
    if (match.ply === known || performance.now() - reported < REPORT_MS) return;
    report?.();
    reported = performance.now();
    known = match.ply;
  };
  const helpers = await helpersReady;
  const bots = match.setup.seats.some((seat) => seat.kind === 'bot');
  while (
    await oneAtATime(async () => {
      if (bots) await loadNetFor(match);
      return runSliced(match.advance(helpers), note);
    })
  ) {
    note();
    if (slice.over) await slice.pause();
  }
}

const api = {
  async info(): Promise<{ games: GameInfo[]; levels: string[] }> {
    const { games, levels } = await engineReady;
    return { games, levels };
  },
  async list(): Promise<Omit<StoredMatch, 'file'>[]> {
    return (await matches.list()).map(({ file: _, ...rest }) => rest);
  },
  /** All matches with their files. */
  async all(): Promise<StoredMatch[]> {
    return matches.list();
  },
  /** Imports and verifies a match of another browser, keeping its id; false: the one here is as far or further. */
  async restore(stored: StoredMatch): Promise<boolean> {
    return matches.restore(stored);
  },
  async create(setup: MatchSetup, seed?: number | null): Promise<string> {
    const engine = await engineReady;
    return add(LocalMatch.start(engine, setup, seed == null ? undefined : seed >>> 0));
  },
  async import(file: Uint8Array): Promise<string> {
    return add(LocalMatch.load(await engineReady, file));
  },
  async remove(id: string): Promise<void> {
    await matches.remove(id);
  },
  async open(id: string): Promise<Opened> {
    const match = await matches.open(id);
    const view = match.view();
    return { setup: match.setup, view, story: match.story(view.viewer), lasting: await matches.lasting(id) };
  },
  async act(id: string, ply: number, action: string): Promise<Step> {
    const match = await matches.open(id);
    if (match.ply !== ply) throw new MatchError('web.error.stale');
    const seat = match.viewer();
    match.play(seat, action);
    if (!match.waits) void matches.keep(id, match, false); // a page closed while bots think loses nothing
    return step(id, match, seat, ply);
  },
  /** Continues with chance and bots if the page was closed while they were thinking. */
  async resume(id: string): Promise<Step> {
    return step(id, await matches.open(id));
  },
  async undo(id: string, ply: number): Promise<Step> {
    const match = await matches.open(id);
    match.undo(ply);
    return step(id, match);
  },
  /** Length of the log before the last decision of a person; -1: none. */
  async previous(id: string): Promise<number> {
    return (await matches.open(id)).previousDecision();
  },
  async at(id: string, ply: number, viewer: number): Promise<{ scene: Scene; scores: Scores }> {
    return (await matches.open(id)).viewAt(ply, viewer);
  },
  async advise(id: string): Promise<Advice[]> {
    const match = await matches.open(id);
    return thinkAbout(match, () => match.advise(ADVICE_MS));
  },
  /** The coach's comment before an action; it thinks as long as the review does per decision. */
  async coach(id: string, action: string, level: string, said: string): Promise<Coached> {
    const match = await matches.open(id);
    return thinkAbout(match, () => match.coach(action, level, REVIEW_MS, said));
  },
  async coachKept(id: string, name: string, said: string): Promise<string> {
    return (await matches.open(id)).coachKept(name, said);
  },
  /** Reviews a match, or (reviewFile) the match file of one on a server. `run` is the caller's number for it. */
  async review(id: string, run: number): Promise<Review> {
    return review(await matches.open(id), run);
  },
  async reviewFile(file: string, run: number): Promise<Review> {
    const match = LocalMatch.load(await engineReady, file);
    return review(match, run).finally(() => match.close());
  },
  /** Verifies a foreign match file and returns it in the program's own form. */
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
    return (await matches.open(id)).endsTurn(action);
  },
  async save(id: string): Promise<string> {
    return (await matches.open(id)).save();
  },
  /** A copy of the match that continues from an earlier position. */
  async branch(id: string, ply: number): Promise<string> {
    const copy = LocalMatch.load(await engineReady, (await matches.open(id)).save());
    copy.undo(ply);
    return add(copy);
  },
  async seatTo(id: string, seat: number, kind: 'human' | 'bot', level?: string): Promise<Step> {
    const match = await matches.open(id);
    match.seatTo(seat, kind, level);
    return step(id, match);
  },
  async pack(id: string): Promise<string> {
    return pack(await matches.open(id));
  },
  async unpack(text: string): Promise<string> {
    return matches.pass(await unpack(await engineReady, text));
  },
  /** A match file of a server, for viewing. */
  async adopt(file: string): Promise<string> {
    return matches.pass(LocalMatch.load(await engineReady, file));
  },
  async tryOut(id: string, ply: number, viewer: number): Promise<string> {
    const match = await matches.open(id);
    return tried(LocalMatch.tryOut(await engineReady, { file: match.save(), entries: ply }, viewer, match.setup.seats));
  },
  async trySnapshot(game: string, snapshot: string, viewer: number, seats: LocalSeat[]): Promise<string> {
    return tried(LocalMatch.tryOut(await engineReady, { game, snapshot }, viewer, seats));
  },

  /** A whole match between two bots, for viewing. */
  async watch(game: string, seats: LocalSeat[], seed?: number | null): Promise<string> {
    const match = LocalMatch.start(await engineReady, { game, seats, options: {} }, seed == null ? undefined : seed >>> 0);
    return tried(match);
  },
  /** Why a seat made its decision after `ply` entries. */
  async why(id: string, ply: number, seat: number): Promise<Advice['reasons']> {
    const match = await matches.open(id);
    return thinkAbout(match, () => match.why(ply, seat, match.setup.seats[seat]?.level ?? '', WHY_MS));
  },

  // Data from a server: a snapshot redacted for the viewer.
  async look(game: string, snapshot: string, viewer: number, resigned: number[]): Promise<{ scene: Scene; scores: Scores }> {
    const { door } = await engineReady;
    return lookOf(door.ask({ cmd: 'view', game, snapshot, resigned, seat: viewer === SPECTATOR ? 'spectator' : viewer }));
  },
  async lookAdvise(game: string, snapshot: string, seat: number): Promise<Advice[]> {
    return adviceOf(await thinkAboutLook(game, snapshot, seat, ({ door }) => door.think({ cmd: 'hint', game, snapshot, seat, ms: ADVICE_MS })));
  },
  async lookCoach(game: string, snapshot: string, seat: number, ply: number, action: string, level: string, said: string): Promise<Coached> {
    const request = { cmd: 'coach', game, snapshot, seat, ply, action, level, ms: REVIEW_MS, said };
    return coachedOf(await thinkAboutLook(game, snapshot, seat, ({ door }) => door.think(request)), said);
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

/** The first message: the compiled module; `helpers`: how many, if it is not for the worker to say. */
export interface Start {
  module: WebAssembly.Module;
  helpers?: number;
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
  if ('module' in event.data) return started(event.data);
  const call = event.data;
  // Changes of a match wait for earlier changes; queries do not.
  if (changing.has(call.name)) queue = queue.then(() => answer(call));
  else void answer(call);
});
