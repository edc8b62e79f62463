// A table as a screen sees it: who sits there, what lies on it, the story so far, and what may be done. Matches in
// this browser and tables of a server are both one of these. Knows no game.
import type { Review } from '../engine/types';
import type { Advice, LogEntry, Scene, Scores, SeatInfo } from '../engine/types';
import { botName } from '../app/games.svelte';
import { t } from '../text/lang.svelte';

export interface Look {
  scene: Scene;
  scores: Scores;
}

export abstract class Table {
  /** In this browser; a match of a link, only looked at; at a server. */
  abstract readonly kind: 'local' | 'link' | 'online';
  game = $state('');
  seats = $state.raw<SeatInfo[]>([]);
  /** Own seat; 6: a spectator. With several people at one screen: the one who has to decide. */
  viewer = $state(6);
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
  mine = $derived(this.toAct.includes(this.viewer) && !this.over);

  abstract act(action: string): Promise<void>;
  abstract undoTo(ply: number): Promise<void>;
  abstract at(ply: number): Promise<Look>;
  abstract advise(): Promise<Advice[]>;
  abstract endsTurn(action: string): Promise<boolean>;
  /** The match file; of a table of a server only when it is over. */
  abstract file(): Promise<string>;
  /** Looks back on a match that is over; `tell` hears how far it is, 0 to 1. */
  abstract review(tell: (part: number) => void, signal: AbortSignal): Promise<Review>;
  /** Address of the position after `ply` entries, for others. */
  abstract share(ply: number): Promise<string>;
  abstract close(): void;
}
