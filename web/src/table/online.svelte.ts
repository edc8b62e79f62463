// A table of the server. The server sends what this seat may know as a snapshot and the events of the log; scene,
// choices and hints are made here by the same engine.
import { address } from '../app/route.svelte';
import { engine, lookBack } from '../engine/client';
import { SPECTATOR } from '../engine/engine';
import { explain } from './explain';
import type { Answer, ChatLine, ServerNews, StateMessage, Takeback, TableRequest } from './messages';
import { forgetSeat, keepMuted, keepSeat, type KeptSeat, keptSeat, mutedAt } from './seats_kept';
import { line, type LineState, ServerError } from './server';
import { type Look, Table } from './table.svelte';

/** What is shown no longer exists; anything else that keeps from watching again may pass. */
const lost = new Set(['no_table', 'damaged', 'old_rules']);

export class OnlineTable extends Table {
  override readonly kind = 'online';
  readonly id: string;
  connection = $state<LineState>('connecting');
  /** The server cannot read the table for now; it tries again, and what it sends then is shown. */
  unavailable = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  options = $state.raw<Record<string, string>>({});
  #muted = $state.raw<number[]>([]);
  /** What is said here, without those who are muted. */
  talk = $derived(this.chat.filter((line) => !this.#muted.includes(line.seat)));
  /** Somebody asks to go back to this length of the log; `waiting`: the seats that still have to agree. */
  takeback = $state.raw<Takeback>();
  rematch = $state<string>();
  /** The seat that made the table. */
  host = $state(-1);
  watchers = $state(0);
  #token: string | undefined;
  #snapshot = '';
  /** How often decisions were taken back; with the length of the log it tells the server what is known here. */
  #undos = 0;
  #stop: () => void;
  #looks = new Map<number, Look>();
  #turn = Promise.resolve();

  constructor(id: string) {
    super();
    this.id = id;
    this.#token = keptSeat(id)?.token;
    this.#muted = mutedAt(id);
    this.#stop = line.listen(this.#hear, this.#connected);
    this.#connected(line.state);
  }
  close(): void {
    line.send({ t: 'leave_table', table: this.id });
    this.#stop();
  }
  get muted(): number[] {
    return this.#muted;
  }
  set muted(seats: number[]) {
    this.#muted = seats;
    keepMuted(this.id, seats);
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
      const known = since === undefined ? {} : { since, undos: this.#undos };
      await line.ask({ t: 'watch', table: this.id, ...(this.#token && { token: this.#token }), ...known });
    } catch (error) {
      if (error instanceof ServerError && error.code === 'offline') return;
      if (error instanceof ServerError && error.code === 'timeout' && this.unavailable) return; // it still waits
      if (error instanceof ServerError && error.code === 'bad_token' && this.#token) {
        this.#leaveSeat();
        return this.#watch();
      }
      if (!this.scene || (error instanceof ServerError && lost.has(error.code))) this.failure = explain(error);
    }
  }

  #hear = (message: ServerNews) => {
    if (!('table' in message) || message.table !== this.id) return;
    // One after the other: a scene is made in the worker.
    this.#turn = this.#turn.then(() => this.#receive(message)).catch((error) => void (this.failure = explain(error)));
  };
  async #receive(message: ServerNews): Promise<void> {
    switch (message.t) {
      case 'table':
        this.game = message.game;
        this.options = message.options;
        this.seats = message.seats;
        this.viewer = message.you >= 0 ? message.you : SPECTATOR;
        if (!this.seated) this.#leaveSeat();
        this.host = message.host;
        this.first = message.first;
        this.#know(message.rematch);
        break;
      case 'log':
        this.log = [...this.log.filter((entry) => entry.ply <= message.from), ...message.entries];
        break;
      case 'state':
        await this.#show(message);
        this.unavailable = false;
        break;
      case 'unavailable':
        this.unavailable = message.retry;
        if (!this.unavailable) this.failure = explain(new ServerError(message.code, message.code));
        break;
      case 'chat':
        this.chat = [...new Map([...this.chat, ...message.entries].map((entry) => [entry.n, entry])).values()];
        break;
      case 'presence':
        this.seats = this.seats.map((seat, i) => ({ ...seat, online: message.online[i] === true }));
        this.watchers = message.watchers;
        break;
    }
  }
  /** The seat was given to somebody else, or to another device. */
  #leaveSeat(): void {
    if (!this.#token) return;
    this.#token = undefined;
    forgetSeat(this.id);
  }
  /** The same people sit at the new table, with the same tokens. */
  #know(rematch: string | undefined): void {
    this.rematch = rematch;
    if (!rematch || !this.#token || keptSeat(rematch)) return;
    keepSeat({ table: rematch, token: this.#token, seat: this.viewer, game: this.game });
  }
  async #show(state: StateMessage): Promise<void> {
    const look = await engine().call('look', this.game, state.snapshot, this.viewer);
    this.#snapshot = state.snapshot;
    if (state.ply < this.ply) this.#looks.clear();
    this.log = this.log.filter((entry) => entry.ply <= state.ply);
    this.ply = state.ply;
    this.#undos = state.undos;
    this.toAct = state.to_act.filter((seat) => seat !== 'chance');
    this.over = state.over;
    this.takeback = state.takeback;
    const limit = this.seated ? state.undo : this.ply;
    this.undo = Array.from({ length: Math.max(0, this.ply - limit) }, (_, i) => this.ply - 1 - i);
    this.scores = look.scores;
    this.scene = look.scene;
    this.busy = false;
  }

  #ask<T extends TableRequest['t']>(message: TableRequest & { t: T }): Promise<Answer<T>> {
    return line.ask<T>({ ...message, table: this.id });
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
  /** Answers the question of that number, whatever has been asked since it was shown. */
  async answer(question: number, yes: boolean): Promise<void> {
    await this.#ask({ t: 'answer', question, yes });
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
  async toHuman(): Promise<void> {
    await this.#ask({ t: 'to_human' });
  }
  #keepInvites(invites: KeptSeat['invites'], any: string | undefined): void {
    const kept = keptSeat(this.id);
    if (kept) keepSeat({ ...kept, invites, any });
  }
  /** New invite codes for the open seats; those told before end. */
  async invite(): Promise<void> {
    const { invites, any } = await this.#ask({ t: 'invites' });
    this.#keepInvites(invites, any);
  }
  /** All invite codes end. */
  async withdrawInvites(): Promise<void> {
    await this.#ask({ t: 'withdraw_invites' });
    this.#keepInvites(undefined, undefined);
  }
  /** A new code for one seat. If it is taken, the code works when its owner agrees or has been away for long. */
  async reinvite(seat: number): Promise<void> {
    const { invites } = await this.#ask({ t: 'reinvite', seat });
    const others = keptSeat(this.id)?.invites?.filter((invite) => invite.seat !== seat) ?? [];
    this.#keepInvites([...others, ...invites], undefined);
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
  /** What happened, hidden things too: the server opens it at the end. */
  async #record(): Promise<string> {
    return JSON.stringify((await this.#ask({ t: 'record' })).match);
  }
  async file(): Promise<string> {
    return engine().call('proved', await this.#record());
  }
  async review(tell: (part: number) => void, signal: AbortSignal) {
    const record = await this.#record();
    signal.throwIfAborted();
    return lookBack((engine, run) => engine.call('reviewFile', record, run), tell, signal);
  }
  endsTurn(action: string) {
    return engine().call('lookEndsTurn', this.game, this.#snapshot, this.viewer, action);
  }
  async share(ply: number): Promise<string> {
    return address(`/t/${this.id}/at/${ply}`);
  }
}
