// A table as a screen sees it: who sits there, what lies on it, the story so far, and what may be done. Matches in
// this browser and tables of a server are both one of these. Knows no game.
import type { Review } from '../engine/types';
import type { OnlineTable } from './online.svelte';
import type { Advice, CoachWord, LogEntry, Scene, Scores, SeatInfo } from '../engine/types';
import { botName } from '../app/games.svelte';
import { t } from '../text/lang.svelte';

export interface Look {
  scene: Scene;
  scores: Scores;
}

/** The highlights of a lesson: indices of the scene, and units of the own counters. */
export interface Taught {
  slots: ReadonlySet<number>;
  pieces: ReadonlySet<number>;
  counters: ReadonlySet<string>;
}

export abstract class Table {
  /** In this browser; a match of a link, only looked at; a trial that is not kept; at a server; a lesson. */
  abstract readonly kind: 'local' | 'link' | 'try' | 'online' | 'lesson';
  /** This one, if it is a server's: the code of those is loaded when somebody opens one. */
  get online(): OnlineTable | undefined {
    return undefined;
  }
  /** Only in a lesson. */
  taught = $state.raw<Taught>();
  game = $state('');
  seats = $state.raw<SeatInfo[]>([]);
  /** Own seat; 6: a spectator. With several people at one screen: the one who has to decide. */
  viewer = $state(6);
  /** The seat with whose hand a spectator watches. */
  hand = $state<number>();
  /** Whose view of the table is shown. */
  eyes = $derived(this.hand ?? this.viewer);
  ply = $state(0);
  /** Where the log begins: later than 0 if the rules changed during the match. */
  first = $state(0);
  toAct = $state.raw<number[]>([]);
  over = $state(false);
  scene = $state.raw<Scene>();
  scores = $state.raw<Scores>();
  log = $state.raw<LogEntry[]>([]);
  /** Lengths of the log to which one may go back freely, the nearest first. */
  undo = $state.raw<number[]>([]);
  busy = $state(false);
  /** Nothing can be shown: the sentence says why. */
  failure = $state('');

  names = $derived(
    this.seats.map((seat, index) => seat.name || (seat.kind === 'bot' ? botName(index) : t('web.player', index + 1))),
  );
  /** Some seat has decided. */
  begun = $derived(this.log.some((entry) => entry.seat !== 'chance'));
  /** May the program help here? */
  get hintsAllowed(): boolean {
    return true;
  }
  /** A first game after the lessons. */
  guided = false;
  mine = $derived(this.toAct.includes(this.viewer) && !this.over);

  /** Something was touched where nothing can be done. */
  touched(_target: { slot: number; piece?: number }): void {}
  /** The coach's comment on an action before it is played; none where there is no coach. */
  coach(_action: string, _level: string): Promise<CoachWord | undefined> {
    return Promise.resolve(undefined);
  }
  /** A note was passed over. */
  coachKept(_name: string): Promise<void> {
    return Promise.resolve();
  }
  abstract act(action: string): Promise<void>;
  abstract undoTo(ply: number): Promise<void>;
  abstract at(ply: number): Promise<Look>;
  /** The same as a seat saw it, once the match is over and nothing is hidden any more. */
  abstract atAs(ply: number, seat: number): Promise<Look>;
  /** A separate match from a position, to try things out; its id. It is not stored. */
  abstract tryOut(ply: number): Promise<string>;
  abstract advise(): Promise<Advice[]>;
  abstract endsTurn(action: string): Promise<boolean>;
  /** The match file; of a table of a server only when it is over. */
  abstract file(): Promise<string>;
  /** Reviews a match that is over; `tell` gets its progress, 0 to 1. */
  abstract review(tell: (part: number) => void, signal: AbortSignal): Promise<Review>;
  /** Address of the position after `ply` entries, for others. */
  abstract share(ply: number): Promise<string>;
  abstract close(): void;
}
