// The games with a board, the bot levels of the engine, and a default table.
import { hasBoard } from '../board/art';
import { engine } from '../engine/client';
import type { LocalSeat } from '../engine/local_match';
import type { GameInfo } from '../engine/types';
import { clipName } from './files';
import { settings } from './settings.svelte';

class Games {
  list = $state.raw<GameInfo[]>([]);
  levels = $state.raw<string[]>([]);
  #loading: Promise<void> | undefined;

  load(): Promise<void> {
    this.#loading ??= engine().call('info').then(({ games, levels }) => {
      this.list = games.filter((game) => hasBoard(game.id));
      this.levels = levels;
    });
    this.#loading.catch(() => (this.#loading = undefined));
    return this.#loading;
  }
}
export const games = new Games();

/** Names of bots by their seat, the same in every language. */
export const botName = (seat: number): string => `Bot ${seat + 1}`;
const USUAL_SEATS = 3;

/** The level chosen last; newcomers start with the lowest. */
export const usualLevel = (levels: readonly string[]): string =>
  levels.includes(settings.level) ? settings.level : (levels[0] ?? '');
/** The first seat is a person's; an unknown level counts as the usual one. */
export function usualSeats(game: GameInfo, levels: readonly string[], seats = USUAL_SEATS, wish = ''): LocalSeat[] {
  const level = levels.includes(wish) ? wish : usualLevel(levels);
  const n = Math.max(game.seats[0], Math.min(game.seats[1], seats));
  return Array.from({ length: n }, (_, i) =>
    i === 0
      ? { kind: 'human', name: clipName(settings.name) }
      : { kind: 'bot', level, name: botName(i) },
  );
}
