// Looking back on a match: what each position was worth, which decisions cost most, what chance gave and took: the same
// as `casata report`. Knows no game and no screen.
import type { Engine } from './engine';
import type { LocalMatch } from './match';
import type { Advice, Msg } from './types';

export interface ReviewPoint {
  /** Length of the log. */
  ply: number;
  /** Chance to win of each seat, 0 to 1, and lead over the others in points; of a single seat its points. */
  win: number[];
  margin: number[];
}
export interface CostlyDecision {
  /** Length of the log before it. */
  ply: number;
  seat: number;
  /** Points given away. */
  cost: number;
  played: Msg | undefined;
  better: Msg | undefined;
  /** What the better one brings by the end of its turn, the most important first; none: it pays only later. */
  reasons: Advice['reasons'];
}
export interface Draw {
  /** Length of the log before it. */
  ply: number;
  event: Msg | undefined;
  /** Points that each seat got or lost against what it could expect. */
  luck: number[];
}
export interface SeatReview {
  /** Points given away, and luck. */
  cost: number;
  luck: number;
  /** Decisions with a choice, and those that were the best. */
  choices: number;
  best: number;
}
export interface Review {
  /** Entries of the log. */
  plies: number;
  points: ReviewPoint[];
  /** Of each seat those that cost most, and all of them most first. */
  costly: CostlyDecision[];
  lucky: Draw[];
  seats: SeatReview[];
}

export const SHOWN = 6;
/** Less luck for anybody is not worth a line. */
const LEAST_LUCK = 0.05;

/** The point of a curve that holds after so many entries. */
export function pointAt(points: readonly ReviewPoint[], ply: number): ReviewPoint {
  return points.findLast((point) => point.ply <= ply) ?? points[0]!;
}

/** Some points, spread evenly over the match, the end included. */
export function spread({ points, plies }: Pick<Review, 'points' | 'plies'>, most: number): ReviewPoint[] {
  const wanted = Array.from({ length: most }, (_, i) => pointAt(points, Math.floor((plies * i) / (most - 1))));
  return [...new Set(wanted)];
}

/** Most first, of each seat no more than are shown. */
function costliest<T extends { seat: number; cost: number }>(costs: readonly T[]): T[] {
  const sorted = costs.toSorted((a, b) => b.cost - a.cost);
  return sorted.filter(({ seat }, i) => sorted.slice(0, i).filter((other) => other.seat === seat).length < SHOWN);
}

/** Yields how far it is, 0 to 1. Thinks about each decision for about `ms` milliseconds. */
export function* review(engine: Engine, match: LocalMatch, ms: number): Generator<number, Review> {
  const { game } = match.setup;
  const steps = match.steps();
  const points: ReviewPoint[] = [];
  const costs: { ply: number; seat: number; cost: number; action: string; better: Advice }[] = [];
  const draws: Draw[] = [];
  const seats: SeatReview[] = match.setup.seats.map(() => ({ cost: 0, luck: 0, choices: 0, best: 0 }));
  let turn = -1;

  for (const [ply, { seat, action, before, events }] of steps.entries()) {
    engine.restore(game, before);
    const now = engine.judge();
    if (now.turn !== turn) points.push({ ply, win: now.win, margin: now.margin });
    turn = now.turn;
    if (seat === 'chance') {
      const luck = engine.luck(action, ply);
      luck.forEach((n, s) => (seats[s]!.luck += n));
      draws.push({ ply, event: events[0], luck });
    } else if (engine.choices(seat) > 1) {
      const work = engine.verdict(seat, action, ms, ply);
      let step = work.next();
      for (; !step.done; step = work.next()) yield ply / steps.length;
      const { cost, better } = step.value;
      const of = seats[seat]!;
      of.cost += cost;
      of.choices++;
      if (cost === 0) of.best++;
      else costs.push({ ply, seat, cost, action, better });
    }
    yield ply / steps.length;
  }
  match.toAct();
  const { win, margin } = engine.judge();
  points.push({ ply: steps.length, win, margin });

  const text = (ply: number, seat: number, action: string): Msg | undefined => {
    engine.restore(game, steps[ply]!.before);
    return engine.scene(seat).choices.find((choice) => choice.action === action)?.text;
  };
  const size = (draw: Draw) => Math.max(...draw.luck.map(Math.abs));
  return {
    plies: steps.length,
    points,
    costly: costliest(costs)
      .map(({ ply, seat, cost, action, better }) => ({
        ply, seat, cost, played: text(ply, seat, action), better: text(ply, seat, better.action), reasons: better.reasons,
      })),
    lucky: draws.filter((draw) => size(draw) >= LEAST_LUCK).toSorted((a, b) => size(b) - size(a)).slice(0, SHOWN),
    seats,
  };
}
