// The line to the server: one WebSocket for the page, opened on demand and reopened when it breaks.
// Protocol: docs/protocol.md. Knows messages, not tables.
import { type Answer, isAnswer, type ServerMessage, type ServerNews, type ServerRequest } from './messages';

/** A refusal: `code` is stable, `message` is English. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type LineState = 'closed' | 'connecting' | 'open' | 'waiting';

const PING_MS = 25_000;
const ANSWER_MS = 15_000;
const LONGEST_WAIT_MS = 20_000;

export class Line {
  #socket: WebSocket | undefined;
  #state: LineState = 'closed';
  #last = 0;
  #tries = 0;
  #waiting = new Map<number, { resolve(m: ServerMessage): void; reject(e: unknown): void; timer: number }>();
  #listeners = new Set<(message: ServerNews) => void>();
  #stateListeners = new Set<(state: LineState) => void>();
  #opening: Promise<void> | undefined;
  #opened: { resolve(): void; reject(e: unknown): void } | undefined;
  #timer = 0;
  #ping = 0;
  #wanted = 0;

  get state(): LineState {
    return this.#state;
  }

  /** Calls back for every message that is not a reply; returns a function to stop. The connection stays open while there are listeners. */
  listen(message: (m: ServerNews) => void, state: (s: LineState) => void): () => void {
    this.#listeners.add(message);
    this.#stateListeners.add(state);
    this.#wanted++;
    void this.#open().catch(() => undefined);
    return () => {
      if (!this.#listeners.delete(message)) return;
      this.#stateListeners.delete(state);
      this.#wanted--;
      if (this.#wanted === 0) this.#hangUp();
    };
  }

  /** Sends a request and waits for its reply (the first message with its id). */
  async ask<T extends ServerRequest['t']>(message: ServerRequest & { t: T }): Promise<Answer<T>> {
    this.#wanted++;
    try {
      await this.#open();
      const id = ++this.#last;
      const answer = await new Promise<ServerMessage>((resolve, reject) => {
        const timer = window.setTimeout(() => {
          this.#waiting.delete(id);
          reject(new ServerError('timeout', 'no answer'));
        }, ANSWER_MS);
        this.#waiting.set(id, { resolve, reject, timer });
        this.#socket!.send(JSON.stringify({ ...message, id }));
      });
      if (!isAnswer<T>(message.t, answer)) throw new ServerError('bad_answer', `"${answer.t}" does not answer "${message.t}"`);
      return answer;
    } finally {
      this.#wanted--;
      if (this.#wanted === 0) window.setTimeout(() => this.#wanted === 0 && this.#hangUp(), 2000);
    }
  }
  send(message: ServerRequest): void {
    if (this.#state === 'open') this.#socket!.send(JSON.stringify(message));
  }

  #become(state: LineState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }

  #open(): Promise<void> {
    if (this.#state === 'open') return Promise.resolve();
    this.#opening ??= new Promise((resolve, reject) => {
      this.#opened = { resolve, reject };
      this.#connect();
    });
    return this.#opening;
  }

  #connect(): void {
    this.#become('connecting');
    const url = new URL('ws', document.baseURI);
    url.hash = '';
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#become('open');
      this.#opened?.resolve();
      this.#opening = undefined;
      this.#ping = window.setInterval(() => this.send({ t: 'ping' }), PING_MS);
    };
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#broken();
    };
  }

  #receive(data: string): void {
    const message: ServerMessage = JSON.parse(data);
    const call = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (call) {
      this.#waiting.delete(message.id!);
      clearTimeout(call.timer);
      if (message.t === 'error') call.reject(new ServerError(message.code, message.message));
      else call.resolve(message);
    }
    if (message.t !== 'error' && message.t !== 'pong') for (const listener of [...this.#listeners]) listener(message);
  }

  #broken(): void {
    clearInterval(this.#ping);
    const failure = new ServerError('offline', 'no connection');
    for (const call of this.#waiting.values()) {
      clearTimeout(call.timer);
      call.reject(failure);
    }
    this.#waiting.clear();
    this.#opened?.reject(failure);
    this.#opening = undefined;
    this.#socket = undefined;
    if (this.#listeners.size === 0) {
      this.#become('closed');
      return;
    }
    this.#become('waiting');
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#timer = window.setTimeout(() => void this.#open().catch(() => undefined), wait);
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#opening = undefined;
    socket?.close();
    this.#become('closed');
  }
}
export const line = new Line();
