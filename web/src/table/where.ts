// Where in a match a position is, in words: the round and the last player to decide. Knows no game: the game defines rounds.
import { games } from '../app/games.svelte';
import { t } from '../text/lang.svelte';
import type { Decider } from '../engine/types';
import type { Table } from './table.svelte';
import { roundsOf } from './turns';

type Played = Pick<Table, 'game' | 'log' | 'names'>;
const eventOf = (game: string) => games.list.find(({ id }) => id === game)?.round;

/** "Round 3", or "set-up". */
export function roundAt({ game, log }: Played, ply: number): string {
  const round = roundsOf(log, eventOf(game)).findLast((round) => round.ply <= ply);
  return round ? t(`web.round.${game}`, round.n) : t('web.where_start');
}
/** The rounds with the lengths of the log where they begin. */
export const roundMarks = ({ game, log }: Played): { ply: number; n: number; text: string }[] =>
  roundsOf(log, eventOf(game)).map(({ ply, n }) => ({ ply, n, text: t(`web.round.${game}`, n) }));
/** "Round 3 · Ada": the last player to decide, or the one whose decision is shown. */
export function whereAt(table: Played, ply: number, decides?: Decider): string {
  const last = table.log.findLast((entry) => entry.ply <= ply && entry.seat !== 'chance');
  const seat = decides ?? last?.seat;
  const name = seat === undefined || seat === 'chance' ? undefined : table.names[seat];
  return [roundAt(table, ply), name].filter(Boolean).join(' · ');
}
