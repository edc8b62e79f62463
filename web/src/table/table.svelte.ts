// A table as a screen sees it: players, position, the story so far, and possible actions. Base class of matches in
// this browser and tables of a server. Knows no game.
import type { Review } from '../engine/types';
import type { OnlineTable } from './online.svelte';
import type { Advice, CoachWord, LogEntry, Scene, Scores, SeatInfo } from '../engine/types';
import { botName } from '../app/games.svelte';
import { t } from '../text/lang.svelte';

export interface Look {
  scene: Scene;
  scores: Scores;
}

/** The highlights of a lesson: indices into the scene, and units of one's own counters. */
export interface Taught {
  slots: ReadonlySet<number>;
  pieces: ReadonlySet<number>;
  counters: ReadonlySet<string>;
}

export abstract class Table {
  /** In this browser; a match from a link, view only; a trial, not stored; at a server; a lesson. */
  abstract readonly kind: 'local' | 'link' | 'try' | 'online' | 'lesson';
  /** This table, if it is a server's: that code is loaded on demand. */
  get online(): OnlineTable | undefined {
    return undefined;
  }
  /** Only in a lesson. */
  taught = $state.raw<Taught>();
  game = $state('');
  seats = $state.raw<SeatInfo[]>([]);
  /** One's own seat; 6: a spectator. With several people at one screen: the one who has to decide. */
  viewer = $state(6);
  /** The seat with whose hand a spectator watches. */
  hand = $state<number>();
  /** The seat whose view is shown. */
  eyes = $derived(this.hand ?? this.viewer);
  ply = $state(0);
  /** Start of the log: above 0 if the rules changed during the match. */
  first = $state(0);
  toAct = $state.raw<number[]>([]);
  over = $state(false);
  scene = $state.raw<Scene>();
  scores = $state.raw<Scores>();
  log = $state.raw<LogEntry[]>([]);
  /** Lengths of the log to which undo is free, the nearest first. */
  undo = $state.raw<number[]>([]);
  busy = $state(false);
  /** Why nothing can be shown. */
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

  /** A touch where nothing can be done. */
  touched(_target: { slot: number; piece?: number }): void {}
  /** The coach's comment on an action before it is played; none without a coach. */
  coach(_action: string, _level: string): Promise<CoachWord | undefined> {
    return Promise.resolve(undefined);
  }
  /** The person ignored a note. */
  coachKept(_name: string): Promise<void> {
    return Promise.resolve();
  }
  abstract act(action: string): Promise<void>;
  abstract undoTo(ply: number): Promise<void>;
  abstract at(ply: number): Promise<Look>;
  /** The same as the seat saw it, once the match is over and nothing is hidden. */
  abstract atAs(ply: number, seat: number): Promise<Look>;
  /** A separate match from a position, to try things out; its id. It is not stored. */
  abstract tryOut(ply: number): Promise<string>;
  abstract advise(): Promise<Advice[]>;
  abstract endsTurn(action: string): Promise<boolean>;
  /** The match file; for a server's table only once it is over. */
  abstract file(): Promise<string>;
  /** Reviews a match that is over; `tell` gets its progress, 0 to 1. */
  abstract review(tell: (part: number) => void, signal: AbortSignal): Promise<Review>;
  /** URL of the position after `ply` entries, for others. */
  abstract share(ply: number): Promise<string>;
  abstract close(): void;
}
