// A table of the server. The server sends what this seat may know as a snapshot and the events of the log; scene,
// choices and hints are made here by the same engine.
import { address } from '../app/route.svelte';
import { engine } from '../engine/client';
import { SPECTATOR } from '../engine/engine';
import type { LogEntry, SeatInfo } from '../engine/types';
import { explain } from './explain';
import { keepSeat, keptSeat } from './seats_kept';
import { line, type LineState, ServerError, type ServerMessage } from './server';
import { type ChatLine, type Look, Table } from './table.svelte';

export class OnlineTable extends Table {
  override readonly kind = 'online';
  readonly id: string;
  connection = $state<LineState>('connecting');
  chat = $state.raw<ChatLine[]>([]);
  options = $state.raw<Record<string, string>>({});
  /** Somebody asks to go back to this length of the log. */
  takeback = $state.raw<{ seat: number; ply: number }>();
  rematch = $state<string>();
  edition = $state('');
  #token = $state<string>();
  #snapshot = '';
  #stop: () => void;
  #looks = new Map<number, Look>();
  #turn = Promise.resolve();

  constructor(id: string) {
    super();
    this.id = id;
    this.#token = keptSeat(id)?.token;
    this.#stop = line.listen(this.#hear, this.#connected);
    if (line.state === 'open') void this.#watch();
  }
  close(): void {
    line.send({ t: 'leave_table', table: this.id });
    this.#stop();
  }
  get seated(): boolean {
    return this.viewer < SPECTATOR;
  }

  #connected = (state: LineState) => {
    this.connection = state;
    if (state === 'open') void this.#watch();
  };
  async #watch(): Promise<void> {
    try {
      const since = this.log.at(-1)?.ply;
      await line.ask({ t: 'watch', table: this.id, ...(this.#token && { token: this.#token }), ...(since && { since }) });
      this.connection = 'open';
    } catch (error) {
      if (error instanceof ServerError && error.code === 'offline') return;
      if (!this.scene) this.failure = explain(error);
    }
  }

  #hear = (message: ServerMessage) => {
    if (message.table !== this.id) return;
    // One after the other: a scene is made in the worker.
    this.#turn = this.#turn.then(() => this.#receive(message)).catch((error) => (this.failure = explain(error)));
  };
  async #receive(message: ServerMessage): Promise<void> {
    switch (message.t) {
      case 'table':
        this.game = message['game'];
        this.options = message['options'] ?? {};
        this.seats = message['seats'] as SeatInfo[];
        this.viewer = message['you'] >= 0 ? message['you'] : SPECTATOR;
        this.rematch = message['rematch'];
        break;
      case 'log':
        this.#tell(message['entries'] as LogEntry[]);
        break;
      case 'state':
        await this.#show(message);
        break;
      case 'chat':
        this.chat = [...this.chat, ...(message['entries'] as ChatLine[])].filter(
          (entry, i, all) => all.findIndex((e) => e.time === entry.time && e.seat === entry.seat && e.text === entry.text) === i,
        );
        break;
      case 'presence':
        this.seats = this.seats.map((seat, i) => ({ ...seat, online: (message['online'] as number[]).includes(i) }));
        break;
      case 'rematch':
        this.rematch = message['rematch'] ?? message['new'];
        break;
    }
  }
  #tell(entries: LogEntry[]): void {
    const first = entries[0]?.ply;
    if (first === undefined) return;
    this.log = [...this.log.filter((entry) => entry.ply < first), ...entries];
  }
  async #show(state: ServerMessage): Promise<void> {
    const look = await engine().call('look', this.game, state['snapshot'], this.viewer);
    this.#snapshot = state['snapshot'];
    if (state['ply'] < this.ply) this.#looks.clear();
    this.log = this.log.filter((entry) => entry.ply <= state['ply']);
    this.ply = state['ply'];
    this.toAct = (state['to_act'] as (number | 'chance')[]).filter((seat) => seat !== 'chance');
    this.over = state['over'] === true;
    this.takeback = state['takeback'] ?? undefined;
    const limit = this.seated ? ((state['undo'] as number | undefined) ?? this.ply) : this.ply;
    this.undo = Array.from({ length: Math.max(0, this.ply - limit) }, (_, i) => this.ply - 1 - i);
    this.scores = look.scores;
    this.scene = look.scene;
    this.busy = false;
  }

  async #ask(message: { t: string } & Record<string, unknown>): Promise<ServerMessage> {
    return line.ask({ table: this.id, ...message });
  }
  async act(action: string): Promise<void> {
    this.busy = true;
    try {
      await this.#ask({ t: 'act', ply: this.ply, action });
      await this.#turn;
    } finally {
      this.busy = false;
    }
  }
  async undoTo(ply: number): Promise<void> {
    await this.#ask({ t: 'undo', ply });
    await this.#turn;
  }
  async askTakeback(ply: number): Promise<void> {
    await this.#ask({ t: 'takeback', ply });
  }
  async answer(yes: boolean): Promise<void> {
    await this.#ask({ t: 'answer', yes });
  }
  async say(text: string): Promise<void> {
    await this.#ask({ t: 'chat', text });
  }
  async rename(name: string): Promise<void> {
    await this.#ask({ t: 'rename', name });
  }
  async toBot(seat: number, level: string): Promise<void> {
    await this.#ask({ t: 'to_bot', seat, level });
  }
  async askRematch(): Promise<void> {
    await this.#ask({ t: 'rematch' });
  }
  async sit(code: string, name: string): Promise<void> {
    const { seat, token } = await line.ask({ t: 'sit', table: this.id, code, name });
    keepSeat({ table: this.id, token, seat, game: this.game });
    this.#token = token;
    await this.#watch();
  }

  async at(ply: number): Promise<Look> {
    const known = this.#looks.get(ply);
    if (known) return known;
    const { snapshot } = await this.#ask({ t: 'at', ply });
    const look = await engine().call('look', this.game, snapshot, this.viewer);
    this.#looks.set(ply, look);
    return look;
  }
  advise() {
    return engine().call('lookAdvise', this.game, this.#snapshot, this.viewer);
  }
  endsTurn(action: string) {
    return engine().call('lookEndsTurn', this.game, this.#snapshot, this.viewer, action);
  }
  async share(ply: number): Promise<string> {
    return address(`/t/${this.id}/at/${ply}`);
  }
}
