// Shows turns one after another, each with a caption and the moved pieces: the others' turns after one's own decision, or
// a requested part of the log. Knows no game.
import { games } from '../app/games.svelte';
import { settings, type Speed } from '../app/settings.svelte';
import { moves } from '../board/moves';
import { word } from '../text/lang.svelte';
import type { Look } from './table.svelte';
import { captionOf, type Turn, turnsOf, unitsOf } from './turns';
import type { TableUi } from './ui.svelte';
import { voiceOf } from './voice';

const TURN_MS: Record<Speed, number> = { slow: 2200, normal: 1100, fast: 500, once: 0 };
/** Long captions take longer to read: characters read in the normal time, and extra ones that double it. */
const SHORT = 60, LONG = 160;
/** Factor on the time if reasons are shown. */
const WHY_TIMES = 2;
/** Time to wait for the rest of a turn that arrives piecemeal. */
const GRACE_MS = 450;
/** More turns than this mean an absence: show the recap instead. */
const MOST = 40;

/** A turn in view. */
export interface Shown {
  turn: Turn;
  /** In brief, without the name. */
  text: string;
  /** The seat's gains and costs. */
  sums: string[];
  /** The reason, if explained. */
  why: string;
}
interface Heeded {
  ply: number;
  viewer: number;
  eyes: number;
  mine: boolean;
  look: Look;
}

/** "+11 VP", "−2 Florins": the points, and the units mentioned in the events. */
function sumsOf(game: string, turn: Turn, before: Look | undefined, after: Look | undefined): string[] {
  if (!before || !after || turn.seat === 'chance') return [];
  const mentioned = unitsOf(turn);
  const of = ({ scene }: Look) => scene.counters.filter(({ seat }) => seat === turn.seat);
  const old = new Map(of(before).map(({ unit, n }) => [unit, n]));
  return of(after).flatMap(({ unit, n }, i) => {
    const change = n - (old.get(unit) ?? 0);
    if (!change || (i > 0 && !mentioned.has(unit))) return [];
    return [`${change > 0 ? '+' : '−'}${word(game, `unit.${unit}`, Math.abs(change))}`];
  });
}

export class Playback {
  readonly #ui: TableUi;
  readonly #covered: () => boolean;
  readonly #away: () => void;
  /** The turn in view; undefined: nothing is being shown. */
  shown = $state.raw<Shown>();
  /** The position in view is an old one because the others' turns are being shown. */
  following = $state(false);
  /** Length of the log at which the requested part ends. */
  to = $state<number>();
  /** Explains why a turn was played as it was: for watching bots. */
  explain: ((turn: Turn) => Promise<string>) | undefined;
  #run = 0;
  #wake: (() => void) | undefined;
  #heeded: Heeded | undefined;
  #sheet: number | undefined;

  /** `covered`: nothing may be shown now. `away` is called when a recap should come first. */
  constructor(ui: TableUi, covered: () => boolean, away: () => void) {
    this.#ui = ui;
    this.#covered = covered;
    this.#away = away;
  }

  /** The table may have changed: holds the old position in view if there are turns of others to show. Called before the
   *  screen is drawn. */
  heed(): void {
    const { table } = this.#ui;
    const { scene, scores, ply, viewer, eyes, mine } = table;
    if (!scene || !scores) return;
    const before = this.#heeded;
    this.#heeded = { ply, viewer, eyes, mine, look: { scene, scores } };
    if (!before || ply === before.ply) return;
    if (ply < before.ply) return this.following ? this.skip() : undefined;
    if (this.following || this.to !== undefined || !this.#worth(before)) return;
    if (this.#turns(before.ply).length > MOST || document.visibilityState === 'hidden') return this.#away();
    this.#end();
    this.#ui.hold(before.look, before.ply);
    this.following = true;
    this.#sheet = this.#ui.sheet;
    void this.#show(before.ply);
  }
  /** Have others played since, and may it be shown? */
  #worth(before: Heeded): boolean {
    const { table, live } = this.#ui;
    if (settings.speed === 'once' || settings.list || !live || this.#covered()) return false;
    if (table.eyes !== before.eyes && games.list.find(({ id }) => id === table.game)?.hidden) return false;
    const fresh = table.log.filter((entry) => entry.ply > before.ply);
    const own = fresh.some((entry) => entry.seat === before.viewer);
    // Do not disturb a person who is deciding.
    if (before.mine && table.mine && !own) return false;
    return fresh.some((entry) => entry.seat !== 'chance' && entry.seat !== before.viewer);
  }
  #turns(from: number, to = this.#ui.table.ply): Turn[] {
    const { log, game } = this.#ui.table;
    return turnsOf(log.filter(({ ply }) => ply > from && ply <= to), games.list.find(({ id }) => id === game)?.round);
  }

  /** Shows the turns between two lengths of the log. */
  async play(from: number, to: number): Promise<void> {
    this.#end();
    this.to = to;
    await this.#ui.goTo(from);
    await this.#show(from, to);
  }
  /** Jumps to the present. */
  skip(): void {
    this.stop();
    void this.#ui.goTo(this.#ui.table.ply);
  }
  /** Stops at the position in view. */
  stop(): void {
    this.#end();
    this.following = false;
    this.to = undefined;
  }
  #end(): void {
    this.#run++;
    this.#wake?.();
    this.shown = undefined;
    this.#ui.moved = new Set();
  }

  async #show(from: number, to?: number): Promise<void> {
    const run = ++this.#run;
    const { table } = this.#ui;
    let at = from, waited = false;
    for (let turns = this.#turns(at, to); turns.length; turns = this.#turns(at, to)) {
      for (const turn of turns) {
        const goesOn = turn === turns.at(-1) && this.following && table.toAct.some((seat) => seat === turn.seat);
        if (goesOn && !waited) {
          waited = true;
          await this.#rest(GRACE_MS);
          if (run !== this.#run) return;
          break;
        }
        waited = false;
        await this.#present(turn, run);
        if (run !== this.#run) return;
        at = turn.to;
      }
    }
    this.stop();
    if (!this.#ui.live && at >= table.ply) await this.#ui.goTo(table.ply);
  }
  async #present(turn: Turn, run: number): Promise<void> {
    const { table } = this.#ui;
    const before = this.#ui.look;
    const own = this.following && turn.seat === table.viewer;
    await this.#ui.goTo(turn.to);
    if (run !== this.#run) return;
    if (this.#ui.live) this.#arrived();
    if (own) return;
    const after = this.#ui.look;
    const sums = sumsOf(table.game, turn, before, after);
    const text = captionOf(turn, voiceOf(table));
    if (!text && !sums.length) return;
    const why = (await this.explain?.(turn).catch(() => '')) ?? '';
    if (run !== this.#run) return;
    this.shown = { turn, text, sums, why };
    if (before && after) this.#light(before, after);
    const speed = settings.speed === 'once' ? 'fast' : settings.speed;
    await this.#rest(TURN_MS[speed] * (1 + Math.min(1, Math.max(0, (text.length + why.length - SHORT) / LONG))) * (why ? WHY_TIMES : 1));
  }
  /** The present is in view: the last caption stays for its time without blocking anybody. */
  #arrived(): void {
    this.following = false;
    this.to = undefined;
    if (this.#sheet !== undefined) this.#ui.sheet = this.#sheet;
    this.#sheet = undefined;
  }
  /** Moved pieces are highlighted; with one board at a time, switches to the one with the moves. */
  #light(before: Look, after: Look): void {
    const moved = moves(before.scene, after.scene);
    this.#ui.moved = new Set(moved.map(({ piece }) => piece));
    if (!this.following) return;
    const boards = new Set(moved.map(({ piece }) => after.scene.slots[after.scene.pieces[piece]!.slot]!.seat));
    if (boards.size && !boards.has(this.#ui.sheet)) this.#ui.sheet = boards.has(-1) ? -1 : [...boards][0]!;
  }
  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
