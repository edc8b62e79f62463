// The log as turns and lines of prose: groups entries, assigns lines to players, merges like events, and captions
// turns. Knows no game: the game names the event that begins a round.
import type { Arg, Decider, LogEntry, Msg } from '../engine/types';

/** The current words, for one game and its players. */
export interface Voice {
  say(msg: Msg): string;
  arg(arg: Arg): string;
  /** "(also: …)" */
  also(text: string, others: string[]): string;
  /** "… ×3" */
  times(text: string, n: number): string;
  names: readonly string[];
}
/** One turn of a seat, or the events between the turns of seats (chance). */
export interface Turn {
  seat: Decider;
  /** Lengths of the log before and after it. */
  from: number;
  to: number;
  /** The event that begins a round here, before all others in the turn. */
  round?: Msg;
  entries: LogEntry[];
}
export interface Line {
  key: string;
  /** Length of the log after the decision that caused it. */
  ply: number;
  /** Whom it concerns; undefined: nobody in particular. */
  seat?: number;
  text: string;
}

const isSeat = (arg: Arg | undefined): arg is { seat: number } => typeof arg === 'object' && 'seat' in arg;
const isWord = (arg: Arg | undefined): arg is { word: string; n?: number } => typeof arg === 'object' && 'word' in arg;
/** The first seat named in a message. */
export const concerned = (msg: Msg): number | undefined => msg.args?.find(isSeat)?.seat;

/** Entries of the same seat in the same turn, with the draws after them. A round starts a new turn, in the middle of
 *  an entry if need be. */
export function turnsOf(log: readonly LogEntry[], round?: string): Turn[] {
  const turns: Turn[] = [];
  let last: Turn | undefined, number: number | undefined;
  const begin = (entry: LogEntry, seat: Decider, head?: Msg) => {
    last = { seat, from: entry.ply - 1, to: entry.ply, entries: [], ...(head && { round: head }) };
    turns.push(last);
  };
  for (const entry of log) {
    const goesOn = last && (entry.seat === 'chance' || (entry.seat === last.seat && entry.turn === number));
    if (!goesOn) begin(entry, entry.seat);
    if (entry.seat !== 'chance') number = entry.turn;
    let events: Msg[] = [];
    const close = () => {
      last!.entries.push({ ...entry, events });
      last!.to = entry.ply;
      events = [];
    };
    for (const event of entry.events) {
      if (event.id === round) {
        if (events.length || last!.entries.length) {
          close();
          begin(entry, 'chance', event);
          last!.from = entry.ply;
        } else {
          last!.round = event;
        }
      } else {
        events.push(event);
      }
    }
    close();
  }
  return turns;
}

/** The one argument in which two messages differ; -1: none, undefined: more, or they are of different kinds. */
function difference(a: Msg, b: Msg): number | undefined {
  const [one, two] = [a.args ?? [], b.args ?? []];
  if (a.id !== b.id || one.length !== two.length) return undefined;
  const at = one.flatMap((arg, i) => (JSON.stringify(arg) === JSON.stringify(two[i]) ? [] : [i]));
  return at.length > 1 ? undefined : (at[0] ?? -1);
}
/** The only argument that counts things; -1: none, or several. */
function counting({ args = [] }: Msg): number {
  const counts = args.flatMap((arg, i) => (isWord(arg) && arg.n !== undefined && arg.word.startsWith('unit.') ? [i] : []));
  return counts.length === 1 ? counts[0]! : -1;
}
/** Merges two like events: counts of one thing add up; of places up along a way the last is kept. */
function merged(a: Msg, b: Msg, at: number): Msg | undefined {
  const [one, two] = [a.args![at]!, b.args![at]!];
  if (typeof one === 'number' && typeof two === 'number') return two > one ? b : undefined;
  if (isWord(one) && isWord(two) && one.word === two.word && one.n !== undefined && two.n !== undefined) {
    return { id: a.id, args: a.args!.with(at, { word: one.word, n: one.n + two.n }) };
  }
  return undefined;
}
interface Told {
  ply: number;
  msg: Msg;
  /** Further events of the same kind: other words at argument `at`, or repetitions. */
  at: number;
  others: Arg[];
  n: number;
}
function told(entries: readonly LogEntry[]): Told[] {
  const out: Told[] = [];
  for (const { ply, events } of entries) {
    for (const msg of events) {
      const last = out.at(-1);
      const at = last && difference(last.msg, msg);
      const place = at === -1 ? counting(msg) : (at ?? -1);
      const sum = last && place >= 0 && last.n === 1 && !last.others.length ? merged(last.msg, msg, place) : undefined;
      if (last && sum) Object.assign(last, { msg: sum, ply });
      else if (last && at === -1 && !last.others.length) Object.assign(last, { n: last.n + 1, ply });
      else if (last && at !== undefined && at >= 0 && last.n === 1 && isWord(msg.args![at]) && (last.at < 0 || last.at === at)) {
        Object.assign(last, { at, ply });
        last.others.push(msg.args![at]!);
      } else out.push({ ply, msg, at: -1, others: [], n: 1 });
    }
  }
  return out;
}
function textOf({ msg, others, n }: Told, voice: Voice): string {
  const text = voice.say(msg);
  if (others.length) return voice.also(text, others.map(voice.arg));
  return n > 1 ? voice.times(text, n) : text;
}

/** The lines of a turn; without the one that begins a round. */
export const linesOf = ({ entries }: Turn, voice: Voice): Line[] =>
  told(entries).map((one, i) => ({ key: `${entries[0]!.ply}.${i}`, ply: one.ply, seat: concerned(one.msg), text: textOf(one, voice) }));

/** A sentence about a player, without the name in front: "takes a die: red 4". */
export function withoutName(text: string, name: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length) : '';
  return /^:? /.test(rest) ? rest.replace(/^:? +/, '') : text;
}
/** Only figures, which are also in the sums: "pays 3 Florins". */
const figuresOnly = ({ args = [] }: Msg): boolean =>
  args.length > 1 && args.every((arg, i) => (i === 0 ? isSeat(arg) : isWord(arg) && arg.n !== undefined && arg.word.startsWith('unit.')));

const CLAUSES = 3;
/** A turn in a few words, without the name: "takes a die: red 4; hires a helper: yellow 1". Clauses of
 *  figures only are left out if there are others. */
export function captionOf(turn: Turn, voice: Voice): string {
  const name = turn.seat === 'chance' ? '' : (voice.names[turn.seat] ?? '');
  const all = told(turn.entries);
  const worth = all.filter(({ msg }) => !figuresOnly(msg));
  const clauses = (worth.length ? worth : all).map((one) => {
    const text = textOf(one, voice).replace(/\.$/, '');
    return name ? withoutName(text, name) : text;
  });
  const head = turn.round ? [voice.say(turn.round).replace(/\.$/, '')] : [];
  const shown = [...head, ...clauses];
  return shown.length > CLAUSES ? `${shown.slice(0, CLAUSES).join('; ')} …` : shown.join('; ');
}
/** Units of counters mentioned in the events of a turn. */
export const unitsOf = (turn: Turn): Set<string> =>
  new Set(turn.entries.flatMap(({ events }) => events.flatMap(({ args = [] }) => args.filter(isWord).map(({ word }) => word.replace(/^unit\./, '')))));

/** The events since the last turn of a seat, before its present one. */
export function sinceTurnOf(log: readonly LogEntry[], seat: number): LogEntry[] {
  let end = log.length;
  while (end > 0 && log[end - 1]!.seat === seat) end--;
  let start = end;
  while (start > 0 && log[start - 1]!.seat !== seat) start--;
  return log.slice(start, end);
}

/** Where rounds begin: lengths of the log, with their numbers. */
export function roundsOf(log: readonly LogEntry[], round: string | undefined): { ply: number; n: number }[] {
  return log.flatMap(({ ply, events }) =>
    events.flatMap(({ id, args }) => (id === round && typeof args?.[0] === 'number' ? [{ ply, n: args[0] }] : [])),
  );
}
