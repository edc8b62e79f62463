// Long work in short slices, so that queries are never kept waiting.

const SLICE_MS = 12;
const { port1, port2 } = new MessageChannel();
const paused: (() => void)[] = [];
port1.onmessage = () => paused.shift()!();
/** Unlike a timer, which browsers hold back for 4 ms, a third of a slice. */
const yieldToEventLoop = () =>
  new Promise<void>((resolve) => {
    paused.push(resolve);
    port2.postMessage(0);
  });

/** A stretch of work: when it is `over`, `pause` yields to the event loop. */
export class Slice {
  #begun = performance.now();
  get over(): boolean {
    return performance.now() - this.#begun >= SLICE_MS;
  }
  async pause(): Promise<void> {
    await yieldToEventLoop();
    this.#begun = performance.now();
  }
}

/** Runs work that can pause at each step; `report` gets the yielded values. */
export async function runSliced<N, T>(work: Generator<N, T>, report?: (news: N) => void): Promise<T> {
  const slice = new Slice();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    report?.(step.value);
    if (slice.over) await slice.pause();
  }
}

let last: Promise<unknown> = Promise.resolve();
/** The engine thinks about one thing at a time: waits for earlier thoughts. */
export function oneAtATime<T>(think: () => Promise<T>): Promise<T> {
  const result = last.then(think);
  last = result.catch(() => undefined);
  return result;
}
