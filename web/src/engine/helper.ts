// A helper of the worker (helpers): thinks about the same decision as the worker's bot, from a seed of its own, and reports its tally
// now and then.
import { Engine, type Request, type Tally } from './engine';
import { loadNet } from './nets';
import { Slice } from './slices';

/** The first message is the module. Without a request there is nothing to think about any more. */
export type Task = { module: WebAssembly.Module } | { task: number; request?: Request };
export interface Report {
  task: number;
  tally: Tally;
}

let engine: Engine;
let now = 0;

async function think(task: number, request: Request): Promise<void> {
  await loadNet(engine, request['game'] as string, request['seats'] as number);
  if (task !== now) return;
  const thought = engine.door.think(request);
  for (const slice = new Slice(); task === now; await slice.pause()) {
    let step = thought.next();
    while (!step.done && !slice.over) step = thought.next();
    const { tally } = step.done ? step.value : engine.door.ask({ cmd: 'thought', part: true });
    postMessage({ task, tally } satisfies Report);
    if (step.done) return;
  }
}

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  if ('module' in data) {
    engine = new Engine(data.module);
    return;
  }
  now = data.task;
  if (data.request) think(data.task, data.request).catch(() => undefined); // refused: the worker decides alone
});
