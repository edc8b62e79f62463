// Looking back on a match: what each position was worth, which decisions cost most, what chance gave and took.
// Knows no game and no screen.
import type { Engine } from './engine';
import type { LocalMatch } from './match';
import type { Msg } from './types';

export interface ReviewPoint {
  /** Length of the log. */
  ply: number;
  /** Chance to win of each seat, 0 to 1, and lead over the others in points. */
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
}
export interface Draw {
  ply: number;
  event: Msg | undefined;
  /** Points that each seat got or lost against what it could expect. */
  luck: number[];
}
export interface Review {
  points: ReviewPoint[];
  costly: CostlyDecision[];
  lucky: Draw[];
  /** Of each seat: points given away, luck, decisions with a choice, those that were the best. */
  seats: { cost: number; luck: number; choices: number; best: number }[];
}

const SHOWN = 6;

/** Yields how far it is, 0 to 1. Thinks about each decision for about `ms` milliseconds. */
export function* review(engine: Engine, match: LocalMatch, ms: number): Generator<number, Review> {
  const { game } = match.setup;
  const steps = match.steps();
  const points: ReviewPoint[] = [];
  const costs: { ply: number; seat: number; cost: number; action: string; better: string }[] = [];
  const draws: Draw[] = [];
  const seats = match.setup.seats.map(() => ({ cost: 0, luck: 0, choices: 0, best: 0 }));
  let turn = -1;

  for (const [ply, { seat, action, before, events }] of steps.entries()) {
    engine.restore(game, before);
    const now = engine.judge();
    if (now.turn !== turn) points.push({ ply, win: now.win, margin: now.margin });
    turn = now.turn;
    if (seat === 'chance') {
      const luck = engine.luck(action);
      luck.forEach((n, s) => (seats[s]!.luck += n));
      draws.push({ ply, event: events[0], luck });
    } else if (engine.choices(seat) > 1) {
      const work = engine.cost(seat, action, ms);
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
  match.view();
  const end = engine.judge();
  points.push({ ply: steps.length, win: end.win, margin: end.margin });

  const text = (ply: number, seat: number, action: string): Msg | undefined => {
    engine.restore(game, steps[ply]!.before);
    return engine.scene(seat).choices.find((choice) => choice.action === action)?.text;
  };
  const size = (draw: Draw) => Math.max(...draw.luck.map(Math.abs));
  return {
    points,
    costly: costs
      .toSorted((a, b) => b.cost - a.cost)
      .slice(0, SHOWN)
      .map(({ ply, seat, cost, action, better }) => ({ ply, seat, cost, played: text(ply, seat, action), better: text(ply, seat, better) })),
    lucky: draws.toSorted((a, b) => size(b) - size(a)).slice(0, SHOWN),
    seats,
  };
}
