// The screen's side of the worker: calls that return promises.
import { compiled } from './module';
import type { Review } from './types';
import type { Answer, Api, Call, Start } from './worker';

/** A refusal with the id of a message for people, if any. */
export class EngineError extends Error {
  constructor(
    readonly id: string | undefined,
    readonly detail: string | undefined,
    text: string,
  ) {
    super(text);
  }
}

type Result<K extends keyof Api> = Awaited<ReturnType<Api[K]>>;

export class EngineClient {
  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>();
  #last = 0;
  /** Called for matches changed by another tab. */
  readonly changed = new EventTarget();
  /** The bots' moves so far, while they continue. */
  readonly going = new EventTarget();
  /** The progress of a review. */
  readonly reviewing = new EventTarget();

  constructor() {
    const failed = (text: string) => {
      const failure = new EngineError('web.error.engine', undefined, text);
      for (const call of this.#waiting.values()) call.reject(failure);
      this.#waiting.clear();
    };
    compiled.then((module) => this.#worker.postMessage({ module } satisfies Start), (error) => failed(String(error)));
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ('changed' in data) {
        this.changed.dispatchEvent(new CustomEvent('match', { detail: data.changed }));
        return;
      }
      if ('going' in data) {
        this.going.dispatchEvent(new CustomEvent('step', { detail: data }));
        return;
      }
      if ('reviewing' in data) {
        this.reviewing.dispatchEvent(new CustomEvent('part', { detail: data }));
        return;
      }
      const call = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) call?.reject(new EngineError(data.error.id, data.error.detail, data.error.text));
      else call?.resolve(data.result);
    };
    this.#worker.onerror = (event) => failed(event.message);
  }

  call<K extends keyof Api>(name: K, ...args: Parameters<Api[K]>): Promise<Result<K>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      // Plain copies: reactive proxies cannot be sent.
      const plain = args.map((arg) => (arg instanceof Uint8Array || arg === undefined ? arg : JSON.parse(JSON.stringify(arg))));
      this.#worker.postMessage({ id, name, args: plain } satisfies Call);
    });
  }
}

let runs = 0;
/** A review, which takes a while: `tell` gets its progress, 0 to 1; the signal cancels it. */
export async function lookBack(ask: (engine: EngineClient, run: number) => Promise<Review>, tell: (part: number) => void, signal: AbortSignal): Promise<Review> {
  const run = ++runs;
  const hear = (event: Event) => {
    const { reviewing, part } = (event as CustomEvent<{ reviewing: number; part: number }>).detail;
    if (reviewing === run) tell(part);
  };
  const stop = () => void engine().call('stopReview', run);
  engine().reviewing.addEventListener('part', hear);
  signal.addEventListener('abort', stop);
  try {
    return await ask(engine(), run);
  } finally {
    signal.removeEventListener('abort', stop);
    engine().reviewing.removeEventListener('part', hear);
  }
}

let client: EngineClient | undefined;
export const engine = (): EngineClient => (client ??= new EngineClient());
