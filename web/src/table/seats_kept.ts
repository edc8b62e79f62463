// The seats that this browser holds at the server's tables: the token is the seat.
import { keep, readKept } from '../app/settings.svelte';
import type { Invite } from './messages';

export interface KeptSeat {
  table: string;
  token: string;
  seat: number;
  game: string;
  /** Invite codes, for the table's host. */
  invites?: Invite[];
  any?: string;
  /** The link for watching with one's own hand, as of that time. */
  hand?: { code: string; time: number };
}
const KEY = 'casata.seats';

export const keptSeats = (): KeptSeat[] => readKept<KeptSeat[]>(KEY, []);
export const keptSeat = (table: string): KeptSeat | undefined => keptSeats().find((seat) => seat.table === table);
export function keepSeat(seat: KeptSeat): void {
  keep(KEY, [seat, ...keptSeats().filter((other) => other.table !== seat.table)].slice(0, 200));
}
export function forgetSeat(table: string): void {
  keep(KEY, keptSeats().filter((other) => other.table !== table));
}

const MUTED = 'casata.muted';
/** Muted seats, by table. */
export const mutedAt = (table: string): number[] => readKept<Record<string, number[]>>(MUTED, {})[table] ?? [];
export function keepMuted(table: string, seats: number[]): void {
  const { [table]: _, ...others } = readKept<Record<string, number[]>>(MUTED, {});
  const kept = Object.entries(seats.length ? { [table]: seats, ...others } : others).slice(0, 200);
  keep(MUTED, Object.fromEntries(kept));
}
