// Points of the curve of a match that are drawn or listed. Knows no game.
import type { Review, ReviewPoint } from '../engine/types';

/** Costly decisions of a seat that are listed. */
export const SHOWN = 6;

/** The point of a curve that holds after n entries. */
export function pointAt(points: readonly ReviewPoint[], ply: number): ReviewPoint {
  return points.findLast((point) => point.ply <= ply) ?? points[0]!;
}

/** Some points, spread evenly over the match, the end included. */
export function spread({ points, plies }: Pick<Review, 'points' | 'plies'>, most: number): ReviewPoint[] {
  const wanted = Array.from({ length: most }, (_, i) => pointAt(points, Math.floor((plies * i) / (most - 1))));
  return [...new Set(wanted)];
}
