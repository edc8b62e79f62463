// The learned evaluations, "<game>_<seats>": fetched when a table needs one.
import type { Engine } from './engine';

const nets = import.meta.glob<string>('../../gen/nets/*.bin', { query: '?url', import: 'default', eager: true });
let taken = '';

/** Gives the engine the net for a game and number of seats, if any; without one bots use the hand-written evaluation. */
export async function loadNet(engine: Engine, game: string, seats: number): Promise<void> {
  const name = `${game}_${seats}`;
  const url = nets[`../../gen/nets/${name}.bin`];
  if (taken === name || !url) return;
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) return;
  engine.takeNet(game, seats, new Uint8Array(await response.arrayBuffer()));
  taken = name;
}
