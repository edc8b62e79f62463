// The types of the engine's replies: scenes, messages, scores. Knows no game and no screen.

/** An argument of a message: a number, a word, a count of a word, or a seat's name. */
export type Arg = number | { seat: number } | { word: string; n?: number };
/** A message id (without "<game>." in front) with its arguments. */
export interface Msg {
  id: string;
  args?: Arg[];
}

export type Layout = 'fixed' | 'row' | 'stack' | 'fan' | 'track' | 'tree';
export interface Family {
  name: string;
  layout: Layout;
  /** Word list for the rows in its slots' names. */
  rows?: string;
  rule?: string;
}
export interface Slot {
  name: string;
  family: Family;
  /** Whose board it is on; -1: the common one. */
  seat: number;
  /** Name without the seat: "p.helper.yellow.1", as in the board files. */
  place: string;
  row?: string;
  col?: number;
  /** Figure and words printed there. */
  value?: number;
  print?: string;
  also?: string;
  /** In a tree: index of the slot that this one hangs on. Its print gives the relation: child, parent or spouse. */
  above?: number;
}
export interface Piece {
  id: number;
  slot: number;
  kind: string;
  seat: number;
  value?: number;
  count: number;
  face?: string;
}
export interface Counter {
  seat: number;
  unit: string;
  n: number;
}
export interface Choice {
  /** Stable text form, the same in every language. */
  action: string;
  /** Of a run: the actions taken in sequence by one touch; `action` stands for all of them. */
  steps?: string[];
  slot?: number;
  piece?: number;
  text: Msg;
  cost?: Arg[];
  gain?: Arg[];
  /** Pieces that come into play with it; the game's message `lights` says how. */
  lights?: number[];
  rule?: string;
  /** It takes nothing: it finishes something, or passes and gives up all other options. */
  ending?: 'done' | 'pass';
}
export interface Blocked {
  slot?: number;
  piece?: number;
  text: Msg;
  reason: Msg;
  rule?: string;
}
export interface Scene {
  /** Who decides; -1: the game is over. */
  seat: number | 'chance';
  prompt?: Msg;
  /** Colour words of the seats, from the game; '': none. */
  colours?: string[];
  families: Family[];
  slots: Slot[];
  pieces: Piece[];
  counters: Counter[];
  choices: Choice[];
  /** Chained choices: a piece that moves on step by step to a place further along. */
  runs: Choice[];
  blocked: Blocked[];
  /** Why a place, or the other places of a family, have no choice now. */
  vain?: { slot?: number; family?: string; reason: Msg; rule?: string }[];
}

/** The coach's comment before a decision is played (docs/coach.md). */
export interface CoachWord {
  kind: 'stop' | 'tip' | 'mistake' | 'blunder';
  /** Of a standing note: its name, the rule and the sentence. */
  name?: string;
  rule?: string;
  says?: Msg;
  /** Of a judged decision: points given away, and the advantages of the better one. */
  cost?: number;
  reasons?: Advice['reasons'];
  better?: Msg;
  betterAction?: string;
}
/** A comment, if any, and the engine's record of those made so far. */
export interface Coached {
  word?: CoachWord;
  said: string;
}

export interface Scores {
  parts: string[];
  /** Points by seat and part. */
  now: number[][];
  projected: number[][];
  /** 1 is the winner; no seat has it if nobody wins. */
  ranks: number[];
  /** Length of the log when a seat resigned; -1: it has not. */
  resigned: number[];
  /** Who is out of the game, or would be if it ended now. */
  out: boolean[];
  out_projected: boolean[];
}

export interface GameOption {
  id: string;
  list: string;
  values: string[];
  /** The numbers of seats it allows. */
  seats: number[];
}
export interface GameInfo {
  id: string;
  name: string;
  rules_version: number;
  edition: string;
  /** The game has hidden information. */
  hidden: boolean;
  /** Ids of the events that begin a round, and that put a seat out of the game. */
  round?: string;
  out?: string;
  seats: [number, number];
  options: GameOption[];
}

export interface Advice {
  action: string;
  /** Expected result against the others, in points. */
  value: number;
  /** The effect of its turn for the seat, in points, the most important first; a term is a word of the game. */
  reasons: { term: string; value: number }[];
}

export type Decider = number | 'chance';
/** One decision of the log with its effects, as a viewer may know it. */
export interface LogEntry {
  /** Length of the log after it. */
  ply: number;
  seat: Decider;
  /** Goes up when a turn or a new part of the round begins. */
  turn: number;
  events: Msg[];
}

/** A review of a match: the value of each position, the most costly decisions, the luck. */
export interface Review {
  /** Entries of the log. */
  plies: number;
  points: ReviewPoint[];
  /** The costliest of each seat, sorted by cost. */
  costly: CostlyDecision[];
  lucky: Draw[];
  seats: SeatReview[];
}
export interface ReviewPoint {
  /** Length of the log. */
  ply: number;
  /** Chance to win of each seat, 0 to 1, and lead over the others in points; for a single seat, its points. */
  win: number[];
  margin: number[];
}
export interface CostlyDecision {
  /** Length of the log before it. */
  ply: number;
  seat: number;
  /** Points given away. */
  cost: number;
  grade: 'sound' | 'mistake' | 'blunder';
  played: Msg | undefined;
  better: Msg | undefined;
  playedAction: string;
  betterAction: string;
  /** The advantage of the better one by the end of its turn, most important first; none: it pays off only later. */
  reasons: Advice['reasons'];
}
export interface Draw {
  /** Length of the log before it. */
  ply: number;
  event: Msg | undefined;
  /** Points that each seat gained or lost against expectation. */
  luck: number[];
}
export interface SeatReview {
  /** Points given away, and luck. */
  cost: number;
  luck: number;
  /** Decisions with a choice, and the number of best ones. */
  choices: number;
  best: number;
}

export type SeatKind = 'human' | 'bot' | 'open';
export interface SeatInfo {
  kind: SeatKind;
  name: string;
  level?: string;
  online?: boolean;
  /** A bot plays for the person who owns the seat: this one, or somebody else. */
  mine?: boolean;
  owned?: boolean;
  /** Number of the host's question whether the seat may go to the holder of a new link. */
  reinvite?: number;
  /** Time (ms) since which the person has been away; 0: not away, or nobody's seat. */
  away?: number;
  /** Length of the log when the seat resigned. */
  resigned?: number;
  /** Time (ms) until which a link moves one's seat to another device. */
  link?: number;
  /** Spectators can see the seat's hand, or once could; since when (ms). */
  hand?: { open: boolean; time: number };
}

/** A match file (docs/match-file.md). */
export interface MatchFile {
  casata_match: 1;
  game: string;
  rules_version: number;
  edition: string;
  options: Record<string, string>;
  seats: { kind: 'human' | 'bot'; level?: string; name: string; resigned?: number }[];
  start?: unknown;
  past?: [Decider, string][];
  log: [Decider, string, string][];
  snapshot: { ply: number; position: unknown };
}
