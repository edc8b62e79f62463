// Types of the messages between this page and the server (docs/protocol.md), in both directions.
import type { Decider, LogEntry, SeatInfo, SeatKind } from '../engine/types';

// --- to the server

export type SeatOrder = { kind: 'me'; name: string } | { kind: 'bot'; level: string } | { kind: 'open' };
/** A request about one table. */
export type TableRequest =
  | { t: 'sit'; code: string; name: string }
  | { t: 'invitation'; code: string }
  | { t: 'seat_link'; token: string }
  | { t: 'seat_take'; code: string }
  | { t: 'seat_alone' }
  | { t: 'hand_link' }
  | { t: 'hand_close' }
  | { t: 'resign' }
  | { t: 'invites' }
  | { t: 'withdraw_invites' }
  | { t: 'reinvite'; seat: number }
  | { t: 'watch'; token?: string; hand?: string; since?: number; undos?: number }
  | { t: 'leave_table' }
  | { t: 'act'; ply: number; action: string }
  | { t: 'undo'; ply: number }
  | { t: 'takeback'; ply: number }
  | { t: 'answer'; question: number; yes: boolean }
  | { t: 'chat'; text: string }
  | { t: 'rename'; name: string }
  | { t: 'to_bot'; seat: number; level: string }
  | { t: 'to_human' }
  | { t: 'rematch' }
  | { t: 'at'; ply: number }
  | { t: 'record' };
export type ServerRequest =
  | { t: 'create'; game: string; seats: SeatOrder[]; options: Record<string, string>; away: number; hints: boolean }
  | { t: 'tables'; tokens: string[] }
  | { t: 'ping' }
  | (TableRequest & { table: string });

// --- from the server

export interface Invite {
  seat: number;
  code: string;
}
/** A request to go back to that length of the log; `waiting`: the seats that still have to agree. */
export interface Takeback {
  question: number;
  seat: number;
  ply: number;
  waiting: number[];
}
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  time: number;
}
/** A table in the list of a person's tables. */
export interface TableEntry {
  table: string;
  seat: number;
  game: string;
  seats: { kind: SeatKind; name: string; level?: string }[];
  ply: number;
  to_act: number[];
  over: boolean;
  time: number;
}
/** The state as a viewer may know it. */
export interface Position {
  ply: number;
  to_act: Decider[];
  snapshot: string;
  hash: string;
  over: boolean;
  scores?: number[];
  ranks?: number[];
}

/** The invitation of a link. */
export interface Invitation {
  game: string;
  options: Record<string, string>;
  seats: { kind: SeatKind; name: string; level?: string; resigned?: number }[];
  seat: number;
  host: number;
  away: number;
  hints: boolean;
  over: boolean;
}

interface OfTable<T extends string> {
  t: T;
  table: string;
}
export interface TableMessage extends OfTable<'table'> {
  game: string;
  rules_version: number;
  edition: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  /** One's own seat; -1: a spectator. */
  you: number;
  /** The seat with whose hand a spectator watches. */
  hand?: number;
  host: number;
  hints?: boolean;
  first: number;
  /** Seconds after which an absent seat may be given to a bot. */
  away?: number;
  over: boolean;
  rematch?: string;
}
export interface StateMessage extends OfTable<'state'>, Position {
  undo: number;
  undos: number;
  takeback?: Takeback;
}
/** A message about a table, as an answer or unsolicited. */
export type TableNews =
  | TableMessage
  | StateMessage
  | (OfTable<'log'> & { from: number; entries: LogEntry[] })
  | (OfTable<'chat'> & { entries: ChatLine[] })
  | (OfTable<'presence'> & { online: boolean[]; away: number[]; watchers: number })
  | (OfTable<'unavailable'> & { code: string; retry: boolean })
  | (OfTable<'created'> & { seat: number; token?: string; invites: Invite[]; any: string })
  | (OfTable<'seated'> & { seat: number; token: string })
  | (OfTable<'invitation'> & Invitation)
  | (OfTable<'seat_link'> & { code: string; until: number })
  | (OfTable<'hand_link'> & { code: string; time: number })
  | (OfTable<'invites'> & { invites: Invite[]; any?: string; question?: number })
  | (OfTable<'at'> & Position)
  | (OfTable<'record'> & { match: unknown /* a match file */ })
  | OfTable<'left'>;
/** A message that is neither a refusal nor a pong. */
export type ServerNews = TableNews | { t: 'tables'; tables: TableEntry[] };
export type ServerMessage = (ServerNews | { t: 'pong' } | { t: 'error'; code: string; message: string; table?: string }) & {
  /** Id of the request it answers. */
  id?: number;
};

/** The reply types of each request. */
const answeredBy = {
  create: ['created'],
  sit: ['seated'],
  invitation: ['invitation'],
  seat_link: ['seat_link'],
  seat_take: ['seated'],
  seat_alone: ['seated'],
  hand_link: ['hand_link'],
  hand_close: ['table'],
  resign: ['table'],
  invites: ['invites'],
  withdraw_invites: ['invites'],
  reinvite: ['invites'],
  watch: ['state'],
  leave_table: ['left'],
  act: ['state'],
  undo: ['state'],
  takeback: ['state'],
  answer: ['state', 'table'],
  chat: ['chat'],
  rename: ['table'],
  to_bot: ['table'],
  to_human: ['table'],
  rematch: ['table'],
  at: ['at'],
  record: ['record'],
  tables: ['tables'],
  ping: [],
} as const satisfies Record<ServerRequest['t'], readonly ServerNews['t'][]>;
export type Answer<T extends ServerRequest['t']> = Extract<ServerNews, { t: (typeof answeredBy)[T][number] }>;

export function isAnswer<T extends ServerRequest['t']>(request: T, message: ServerMessage): message is ServerMessage & Answer<T> {
  const types: readonly string[] = answeredBy[request];
  return types.includes(message.t);
}
