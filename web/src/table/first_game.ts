// A newcomer's first game: against two gentle bots, with the coach. Knows no game.
import { botName, games } from '../app/games.svelte';
import { clipName } from '../app/files';
import { router } from '../app/route.svelte';
import { settings } from '../app/settings.svelte';
import { engine } from '../engine/client';
import type { LocalSeat } from '../engine/local_match';
import { guide } from './coached';

const SEATS = 3;

/** A person, and bots of the lowest level. */
export const gentleSeats = (count: number): LocalSeat[] =>
  Array.from({ length: count }, (_, i) =>
    i === 0 ? { kind: 'human', name: clipName(settings.name) } : { kind: 'bot', level: games.levels[0] ?? '', name: botName(i) },
  );
function begin(id: string): string {
  guide(id);
  if (settings.coach === 'off') settings.coach = 'mistakes';
  return `/local/${id}`;
}
/** From its own address, which it replaces: going back does not start another one. */
export async function firstGame(game: string, seed?: number): Promise<void> {
  router.replace(begin(await engine().call('create', { game, seats: gentleSeats(SEATS), options: {} }, seed)));
}
/** Goes on with the match of a lesson, as a file. */
export async function playOn(file: string): Promise<void> {
  router.go(begin(await engine().call('import', new TextEncoder().encode(file))));
}
