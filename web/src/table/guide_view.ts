// The engine's data of a guide, and the positions of its pictures and of worked examples. Knows no game and no screen.
import type { Door } from '../engine/engine';
import { lookOf } from '../engine/local_match';
import type { LogEntry, Scene, Scores } from '../engine/types';

interface Position {
  scene: Scene;
  scores: Scores;
}
/** docs/protocol.md, "guide". */
export interface GuideLine {
  is: 'text' | 'item' | 'point' | 'row' | 'show';
  text?: string;
  icons?: string[];
  picture?: string;
}
export interface GuideSection {
  id: string;
  title: string;
  lines: GuideLine[];
}
export interface GuidePicture {
  id: string;
  text: string;
  /** "common", "p0" or "pieces". */
  of: string;
  /** Names of slots, or numbers of pieces; none: everything. */
  crop: (string | number)[];
  marks: { text: string; at: (string | number)[] }[];
}
export interface Sign {
  is: 'sign' | 'each' | 'bare' | 'place' | 'note';
  symbols?: string[];
  /** The kind of piece that a face lies on. */
  on?: string;
  /** Of a place: families of slots. */
  places?: string[];
  /** Of a note: the sign, and its meaning on the second line. */
  text?: string;
}
export interface Guide {
  about: string[];
  misses: string[];
  sections: GuideSection[];
  pictures: GuidePicture[];
  legend: { id: string; title: string; signs: Sign[] }[];
}
export interface Example {
  id: string;
  rules: string[];
}

/** The position of a picture, as the learner sees it. */
export function lookAtPicture(door: Door, game: string, picture: string): Position {
  door.ask({ cmd: 'picture', game, picture });
  return lookOf(door.ask({ cmd: 'view', seat: 0 }));
}

export interface ExampleSteps {
  /** Whose view it is. */
  seat: number;
  /** Before the first decision, and after each. */
  looks: Position[];
  log: LogEntry[];
}
/** An example from its beginning to its end. */
export function lookAtExample(door: Door, game: string, example: string): ExampleSteps {
  door.ask({ cmd: 'example', game, example });
  const { log } = door.ask({ cmd: 'log', seat: 0, from: 0 });
  const deciders = log.map(({ seat }: { seat: number | 'chance' }) => seat).filter((seat: number | 'chance') => seat !== 'chance');
  const seat = (deciders[0] as number | undefined) ?? 0;
  const told = door.ask({ cmd: 'log', seat, from: 0 })['log'] as { entry: number; seat: number | 'chance'; turn: number; events: LogEntry['events'] }[];
  const looks = [...told, undefined].map((_, entries) => lookOf(door.ask({ cmd: 'view', seat, entries })));
  return { seat, looks, log: told.map(({ entry, ...rest }) => ({ ply: entry, ...rest })) };
}
