// The log as lines of prose, and which of them happened since a player's last turn. Knows no game.
import type { Decider, LogEntry, Msg } from '../engine/types';

export interface Line {
  key: string;
  /** Length of the log after the decision that brought it. */
  ply: number;
  seat: Decider;
  text: string;
}

export function linesOf(log: readonly LogEntry[], say: (msg: Msg) => string): Line[] {
  return log.flatMap(({ ply, seat, events }) =>
    events.map((event, i) => ({ key: `${ply}.${i}`, ply, seat, text: say(event) })),
  );
}

/** What happened since the last decision of a seat, before those that it is making now. */
export function sinceTurnOf(log: readonly LogEntry[], seat: number): LogEntry[] {
  let end = log.length;
  while (end > 0 && log[end - 1]!.seat === seat) end--;
  let start = end;
  while (start > 0 && log[start - 1]!.seat !== seat) start--;
  return log.slice(start, end);
}
