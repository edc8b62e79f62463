// The tables known to this browser: matches kept here, and seats at tables of the server.
import { botName } from '../app/games.svelte';
import { engine } from '../engine/client';
import type { MatchResult } from '../engine/store';
import { forgetSeat, keptSeats } from './seats_kept';
import { line } from './server';

export interface KnownTable {
  key: string;
  game: string;
  path: string;
  names: string[];
  updated: number;
  over: boolean;
  /** Somebody at this browser has to decide. */
  mine: boolean;
  online: boolean;
  result?: MatchResult;
  forget(): Promise<void> | void;
}

export async function localTables(): Promise<KnownTable[]> {
  return (await engine().call('list')).map((match) => ({
    key: `local/${match.id}`,
    game: match.game,
    path: `/local/${match.id}`,
    names: match.names,
    updated: match.updated,
    over: match.over,
    mine: !match.over,
    online: false,
    result: match.result,
    forget: () => engine().call('remove', match.id),
  }));
}

export async function onlineTables(): Promise<KnownTable[]> {
  const seats = keptSeats();
  if (!seats.length || !navigator.onLine) return [];
  const { tables } = await line.ask({ t: 'tables', tokens: [...new Set(seats.map((seat) => seat.token))].slice(0, 64) });
  return tables.map((table) => ({
    key: `t/${table.table}`,
    game: table.game,
    path: `/t/${table.table}`,
    names: table.seats.map((seat, i) => seat.name || (seat.kind === 'bot' ? botName(i) : '')),
    updated: table.time,
    over: table.over,
    mine: table.to_act.includes(table.seat),
    online: true,
    forget: () => forgetSeat(table.table),
  }));
}

/** Tables awaiting one's decision first, then the most recently played. */
export const byNeed = (a: KnownTable, b: KnownTable): number => Number(b.mine) - Number(a.mine) || b.updated - a.updated;
