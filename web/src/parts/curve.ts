// The points of a match's curve to draw or list. Knows no game.
import type { Review, ReviewPoint } from '../engine/types';

/** Number of costly decisions listed per seat. */
export const SHOWN = 6;

/** The point of a curve in force after n entries. */
export function pointAt(points: readonly ReviewPoint[], ply: number): ReviewPoint {
  return points.findLast((point) => point.ply <= ply) ?? points[0]!;
}

/** Some points, spread evenly over the match, including the end. */
export function spread({ points, plies }: Pick<Review, 'points' | 'plies'>, most: number): ReviewPoint[] {
  const wanted = Array.from({ length: most }, (_, i) => pointAt(points, Math.floor((plies * i) / (most - 1))));
  return [...new Set(wanted)];
}
