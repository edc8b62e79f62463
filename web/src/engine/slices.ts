// Long work in short slices, so that queries are never kept waiting.

const SLICE_MS = 12;
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));

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
