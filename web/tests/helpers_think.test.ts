// Helpers: several engines think about the decision of a bot. Here they are engines of this thread, which take turns.
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Door, Tally } from '../src/engine/engine';
import type { Task } from '../src/engine/helper';
import { type Helper, Helpers } from '../src/engine/helpers';
import { newEngine } from './helpers';

afterEach(() => void vi.useRealTimers());

/** Thinks when it is told to, as web/src/engine/helper.ts does between its messages. */
class Near implements Helper {
  onmessage: Helper['onmessage'] = null;
  onerror: Helper['onerror'] = null;
  readonly tasks: Task[] = [];
  readonly #engine = newEngine();
  #task = 0;
  #thought: ReturnType<Door['think']> | undefined;
  ended = false;
  last: Tally | undefined;

  postMessage(task: Task): void {
    this.tasks.push(task);
    if ('module' in task) return;
    this.#task = task.task;
    this.#thought = task.request && this.#engine.door.think(task.request);
  }
  terminate(): void {
    this.ended = true;
  }
  /** Some portions, and the report. */
  work(): void {
    let step = this.#thought?.next();
    for (let i = 0; i < 4 && step && !step.done; i++) step = this.#thought!.next();
    if (!step) return;
    const { tally } = step.done ? step.value : this.#engine.door.ask({ cmd: 'thought', part: true });
    if (step.done) this.#thought = undefined;
    this.last = tally;
    this.report(this.#task);
  }
  report(task: number): void {
    (this.onmessage as (event: MessageEvent) => void)?.({ data: { task, tally: this.last } } as MessageEvent);
  }
  fail(): void {
    (this.onerror as (event: ErrorEvent) => void)?.({} as ErrorEvent);
  }
}
function team(size: number): { near: Near[]; helpers: Helpers } {
  const near: Near[] = [];
  const helpers = new Helpers(size, () => (near.push(new Near()), near.at(-1)!));
  return { near, helpers };
}
/** A new match in which a bot begins to think about the first decision, which is a close one. */
function begin(helpers?: Helpers, level = 'duca'): { door: Door; thought: ReturnType<Door['think']> } {
  const { door } = newEngine(); // whose mind knows nothing yet
  door.ask({ cmd: 'new', game: 'virtu', seats: 2, seed: 2 });
  return { door, thought: door.think({ cmd: 'bot', level }, helpers) };
}
/** Thinks to the end; `meanwhile` is done after every portion, with its number. */
function finish({ thought, door }: ReturnType<typeof begin>, meanwhile?: (n: number) => void) {
  for (let n = 1; ; n++) {
    const step = thought.next();
    if (step.done) {
      door.close();
      return { action: step.value['action'] as string, nodes: step.value['nodes'] as number };
    }
    meanwhile?.(n);
  }
}
const alone = finish(begin());

test('two helpers: half of the thinking is left, and the tallies decide', () => {
  const run = () => {
    const { near, helpers } = team(2);
    const result = finish(begin(helpers), () => near.forEach((helper) => helper.work()));
    return { ...result, helped: near.map(({ last }) => last!.nodes), tasks: near.map(({ tasks }) => tasks.map((task) => 'request' in task)) };
  };
  const first = run();
  expect(first.helped.length).toBe(2);
  for (const nodes of first.helped) expect(nodes).toBeGreaterThan(alone.nodes / 5);
  expect(first.nodes).toBeLessThan(alone.nodes * 0.62);
  expect(first.nodes).toBeGreaterThan(alone.nodes * 0.4);
  expect(first.nodes + first.helped[0]! + first.helped[1]!).toBeGreaterThan(alone.nodes * 0.95);
  expect(first.tasks).toEqual([[true, false], [true, false]]); // told to stop
  expect(run()).toEqual(first);
});

test('the visits of all are added up', () => {
  const { near, helpers } = team(1);
  const { door, thought } = begin(helpers);
  const { actions } = door.ask({ cmd: 'legal' });
  const other = (actions as { action: string }[]).find(({ action }) => action !== alone.action)!.action;
  expect(finish({ door, thought }, (n) => {
    if (n > 1) return;
    near[0]!.last = { nodes: 0, options: [[other, 500_000, 9000]] };
    near[0]!.report(1);
  }).action).toBe(other);
});

describe('without its helpers the worker decides as it does alone', () => {
  test.each<[string, (helper: Near, n: number) => void]>([
    ['it never answers', () => undefined],
    ['it dies', (helper, n) => n === 3 && helper.fail()],
    ['it reports another thought', (helper) => ((helper.last = { nodes: 1e6, options: [] }), helper.report(0))],
  ])('%s', (_, meanwhile) => {
    const { near, helpers } = team(1);
    expect(finish(begin(helpers), (n) => near.forEach((helper) => meanwhile(helper, n)))).toEqual(alone);
  });
  test('it cannot be started', () => {
    const none = new Helpers(2, () => {
      throw new Error('no workers here');
    });
    expect(finish(begin(none))).toEqual(alone);
  });
  test('it is not started again when it has died', () => {
    const { near, helpers } = team(2);
    finish(begin(helpers), (n) => n === 2 && near[0]!.fail());
    expect(near[0]!.ended).toBe(true);
    const left = begin(helpers);
    left.thought.next();
    left.door.close();
    expect(near.length).toBe(2);
  });
});

test('a thought that is given up ends for the helpers too', () => {
  const { near, helpers } = team(1);
  const given = begin(helpers);
  given.thought.next();
  near[0]!.work();
  given.thought.return(undefined as never);
  expect(near[0]!.tasks.map((task) => 'request' in task && !!task.request)).toEqual([true, false]);
  near[0]!.report(1); // on its way already
  expect(helpers.news()).toBeUndefined();

  const closed = begin(helpers);
  closed.thought.next();
  closed.door.close(); // another tab has changed the match
  expect(() => finish(closed)).toThrow('closed');
  expect(near[0]!.tasks.length).toBe(4);
  expect(near[0]!.tasks.at(-1)).toEqual({ task: expect.any(Number) });
});

test('a helper knows the decision before, to keep what it has found', () => {
  const { near, helpers } = team(1);
  const { action } = finish(begin(helpers));
  begin(helpers).thought.next();
  expect(near[0]!.tasks.at(-1)).toMatchObject({ request: { cmd: 'tally', game: 'virtu', played: action } });
});

test('none for short thoughts; they end when no bot thinks', () => {
  vi.useFakeTimers();
  const { near, helpers } = team(2);
  finish(begin(helpers, 'conte'));
  expect(near.length).toBe(0);
  finish(begin(helpers));
  expect(near.map(({ ended }) => ended)).toEqual([false, false]);
  vi.advanceTimersByTime(30_000);
  expect(near.map(({ ended }) => ended)).toEqual([true, true]);
  finish(begin(helpers));
  expect(near.length).toBe(4);
});
