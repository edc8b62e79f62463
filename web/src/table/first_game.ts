// The first game after the lessons: against two gentle bots, with the coach. Knows no game.
import { botName, games } from '../app/games.svelte';
import { clipName } from '../app/files';
import { router } from '../app/route.svelte';
import { settings } from '../app/settings.svelte';
import { engine } from '../engine/client';
import type { LocalSeat } from '../engine/local_match';
import { guide } from './coached';

const SEATS = 3;

export async function firstGame(game: string): Promise<void> {
  const level = games.levels[0] ?? '';
  const seats = Array.from({ length: SEATS }, (_, i): LocalSeat =>
    i === 0 ? { kind: 'human', name: clipName(settings.name) } : { kind: 'bot', level, name: botName(i) },
  );
  const id = await engine().call('create', { game, seats, options: {} });
  guide(id);
  if (settings.coach === 'off') settings.coach = 'mistakes';
  router.go(`/local/${id}`);
}
