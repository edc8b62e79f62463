// The result of a game from its scores: places, and what the winner had more than another. Knows no game.
import type { Scores } from '../engine/types';

const sum = (points: readonly number[] | undefined) => (points ?? []).reduce((a, b) => a + b, 0);
/** Number of sources named. */
const NAMED = 3;

export interface PlaceTaken {
  seat: number;
  rank: number;
  points: number;
  /** Out of the game: it has lost, whatever the points. */
  out: boolean;
  resigned: boolean;
}
export const placesOf = ({ now, ranks, out, resigned }: Scores): PlaceTaken[] =>
  ranks
    .map((rank, seat) => ({ seat, rank, points: sum(now[seat]), out: out[seat] === true, resigned: (resigned[seat] ?? -1) >= 0 }))
    .sort((a, b) => Number(a.out) - Number(b.out) || a.rank - b.rank || a.seat - b.seat);

export interface Decided {
  first: number;
  second: number;
  lead: number;
  /** Sources where the first has more, and where the second has, the largest difference first. */
  more: { part: string; by: number }[];
  less: { part: string; by: number }[];
}
/** The winner and the second, or `other`. Undefined without two to compare: solo play, nobody wins, the other is out or has resigned, or first place is shared. */
export function decidedBy(scores: Scores, other?: number): Decided | undefined {
  const places = placesOf(scores);
  const [first] = places, second = other === undefined ? places[1] : places.find(({ seat }) => seat === other);
  if (!first || !second || first.rank !== 1 || second.rank === 1 || second.out || second.resigned) return undefined;
  const all = scores.parts.map((part, i) => ({ part, by: (scores.now[first.seat]?.[i] ?? 0) - (scores.now[second.seat]?.[i] ?? 0) }));
  const sorted = all.filter(({ by }) => by !== 0).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, NAMED);
  return {
    first: first.seat,
    second: second.seat,
    lead: first.points - second.points,
    more: sorted.filter(({ by }) => by > 0),
    less: sorted.filter(({ by }) => by < 0).map(({ part, by }) => ({ part, by: -by })),
  };
}
