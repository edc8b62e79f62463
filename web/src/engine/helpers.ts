// Other workers that think about the decision of a bot at the same time, where the machine has processors to spare. The worker with
// the match waits for none of them: it decides with the tallies that have arrived, and thinks longer if there are none.
import type { Share, Tally } from './engine';
import type { Report, Task } from './helper';

const MOST = 2;
/** Shorter thoughts are not worth sharing. */
const LONG_MS = 500;
/** Each helper has some 30 MB, which are given back when no bot has thought for a while. */
const IDLE_MS = 20_000;
const LEAST_MEMORY_GB = 2;

/** A worker, or what stands for one in tests. */
export type Helper = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** How many helpers this machine can have. */
export function spareWorkers(): number {
  const { hardwareConcurrency = 1, deviceMemory = LEAST_MEMORY_GB } = navigator as Navigator & { deviceMemory?: number };
  if (typeof Worker === 'undefined' || deviceMemory < LEAST_MEMORY_GB) return 0;
  return Math.max(0, Math.min(MOST, hardwareConcurrency - 1));
}

export class Helpers {
  readonly #start: () => Helper;
  #most: number;
  readonly #helpers = new Set<Helper>();
  readonly #tallies = new Map<Helper, Tally>();
  #task = 0;
  #fresh = false;
  #played: { game: string; played: string } | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(most: number, start: () => Helper) {
    this.#most = most;
    this.#start = start;
  }

  /** A bot begins to think for about `ms` milliseconds. */
  begin({ share, ms }: { share: Share; ms: number }): void {
    if (ms < LONG_MS) return;
    clearTimeout(this.#idle);
    while (this.#helpers.size < this.#most) this.#add();
    const before = this.#played?.game === share.game ? { played: this.#played.played } : {};
    this.#task++;
    let seed = 0;
    for (const helper of this.#helpers) helper.postMessage({ task: this.#task, request: { cmd: 'tally', ...share, ...before, seed: ++seed } } satisfies Task);
  }
  #add(): void {
    let helper: Helper;
    try {
      helper = this.#start();
    } catch {
      this.#most = 0; // this browser allows none
      return;
    }
    helper.onmessage = ({ data: { task, tally } }: MessageEvent<Report>) => {
      if (task !== this.#task) return;
      this.#tallies.set(helper, tally);
      this.#fresh = true;
    };
    helper.onerror = () => {
      this.#most--;
      this.#drop(helper);
    };
    this.#helpers.add(helper);
  }
  #drop(helper: Helper): void {
    this.#helpers.delete(helper);
    helper.terminate();
  }

  /** All tallies, if one of them is new. */
  news(): Tally[] | undefined {
    if (!this.#fresh) return undefined;
    this.#fresh = false;
    return [...this.#tallies.values()];
  }
  /** The thought is over, with this decision in this game if there was one: the helpers stop. */
  end(played?: { game: string; played: string }): void {
    this.#played = played;
    this.#task++;
    this.#tallies.clear();
    this.#fresh = false;
    for (const helper of this.#helpers) helper.postMessage({ task: this.#task } satisfies Task);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#helpers.forEach((helper) => this.#drop(helper)), IDLE_MS);
  }
}
