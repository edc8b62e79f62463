// A table of the server. The server sends what this seat may know as a snapshot and the events of the log; scene,
// choices and hints are made here by the same engine.
import { games, usualLevel } from '../app/games.svelte';
import { address } from '../app/route.svelte';
import { engine, lookBack } from '../engine/client';
import type { LocalSeat } from '../engine/local_match';
import { SPECTATOR } from '../engine/engine';
import type { CoachWord } from '../engine/types';
import { keepSaid, saidTo } from './coached';
import { explain } from './explain';
import type { Answer, ChatLine, ServerNews, StateMessage, Takeback, TableMessage, TableRequest } from './messages';
import { forgetSeat, keepMuted, keepSeat, type KeptSeat, keptSeat, mutedAt } from './seats_kept';
import { line, type LineState, ServerError } from './server';
import { type Look, Table } from './table.svelte';

/** Errors after which the table can no longer be watched; others are temporary. */
const lost = new Set(['no_table', 'damaged', 'old_rules']);
/** Number of positions cached. */
const LOOKS = 60;

export class OnlineTable extends Table {
  override readonly kind = 'online';
  override get online(): this {
    return this;
  }
  readonly id: string;
  connection = $state<LineState>('connecting');
  /** The server cannot read the table for now; it retries, and then sends the state. */
  unavailable = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  options = $state.raw<Record<string, string>>({});
  #muted = $state.raw<number[]>([]);
  /** The chat without muted seats. */
  talk = $derived(this.chat.filter((line) => !this.#muted.includes(line.seat)));
  /** A request to go back to this length of the log; `waiting`: the seats that still have to agree. */
  takeback = $state.raw<Takeback>();
  rematch = $state<string>();
  /** The table allows help although people play against each other. */
  hints = $state(false);
  /** The seat that made the table. */
  host = $state(-1);
  watchers = $state(0);
  /** Seconds after which others may give an absent seat to a bot. */
  away = $state(600);
  /** Why a holder of a link to a hand watches without the hand. */
  handLost = $state<'closed' | 'own'>();
  /** Undismissed notes about others' hands being opened or closed. */
  handNotes = $state.raw<{ seat: number; open: boolean; time: number }[]>([]);
  /** The code with which a spectator watches a seat's hand. */
  #hand: string | undefined;
  #token: string | undefined;
  #snapshot = '';
  /** How often decisions were taken back; with the length of the log it tells the server what is known here. */
  #undos = 0;
  #stop: () => void;
  /** Positions received or requested, the newest last. */
  #looks = new Map<number, Look>();
  #turn = Promise.resolve();

  constructor(id: string, hand?: string) {
    super();
    this.id = id;
    if (hand && keptSeat(id)) this.handLost = 'own';
    else this.#hand = hand;
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
  override get hintsAllowed(): boolean {
    return this.hints || this.seats.filter((seat) => seat.resigned === undefined && (seat.kind !== 'bot' || seat.owned || seat.mine)).length < 2;
  }
  #resigned(ply: number): number[] {
    return this.seats.map(({ resigned }) => (resigned !== undefined && resigned <= ply ? resigned : -1));
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
      await line.ask({ t: 'watch', table: this.id, ...(this.#token ? { token: this.#token } : this.#hand && { hand: this.#hand }), ...known });
    } catch (error) {
      if (error instanceof ServerError && error.code === 'offline') return;
      if (error instanceof ServerError && error.code === 'timeout' && this.unavailable) return; // it still waits
      if (error instanceof ServerError && error.code === 'bad_token' && this.#token) {
        this.#leaveSeat();
        return this.#watch();
      }
      if (error instanceof ServerError && ['bad_code', 'not_allowed'].includes(error.code) && this.#hand) {
        this.#dropHand(error.code === 'bad_code' ? 'closed' : 'own');
        return this.#watch();
      }
      if (!this.scene || (error instanceof ServerError && lost.has(error.code))) this.failure = explain(error);
    }
  }

  #hear = (message: ServerNews) => {
    if (!('table' in message) || message.table !== this.id) return;
    // Sequentially: scenes are made in the worker.
    this.#turn = this.#turn.then(() => this.#receive(message)).catch((error) => void (this.failure = explain(error)));
  };
  async #receive(message: ServerNews): Promise<void> {
    switch (message.t) {
      case 'table':
        this.game = message.game;
        this.options = message.options;
        this.#noteHands(message);
        this.seats = message.seats;
        this.viewer = message.you >= 0 ? message.you : SPECTATOR;
        if (!this.seated) this.#leaveSeat();
        this.host = message.host;
        this.away = message.away ?? 600;
        this.hints = message.hints ?? false;
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
        this.seats = this.seats.map((seat, i) => ({ ...seat, online: message.online[i] === true, away: message.away[i] ?? 0 }));
        this.watchers = message.watchers;
        break;
    }
  }
  /** Discards everything the hand showed. */
  #dropHand(why: 'closed' | 'own'): void {
    this.#hand = undefined;
    this.handLost = why;
    this.log = [];
  }
  #noteHands({ seats, you, hand }: TableMessage): void {
    if (hand !== this.hand) this.#looks.clear();
    if (hand === undefined && this.hand !== undefined && this.#hand) this.#dropHand('closed');
    this.hand = hand;
    for (const [seat, { hand: now }] of seats.entries()) {
      const before = this.seats[seat]?.hand;
      const same = before?.open === now?.open && before?.time === now?.time;
      if (!now || same || seat === you || seat === hand || !(now.open || before)) continue;
      this.handNotes = [...this.handNotes.filter((note) => note.seat !== seat), { seat, ...now }];
    }
  }
  closeNote(seat: number): void {
    this.handNotes = this.handNotes.filter((note) => note.seat !== seat);
  }
  /** The seat went to somebody else, or to another device. */
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
  /** A guest sees what the seat sees, and has nothing to choose. */
  async #look({ snapshot, ply }: { snapshot: string; ply: number }): Promise<Look> {
    const { hand } = this;
    const look = await engine().call('look', this.game, snapshot, hand ?? this.viewer, this.#resigned(ply));
    return hand === undefined ? look : { ...look, scene: { ...look.scene, choices: [], runs: [], blocked: [], vain: [] } };
  }
  async #show(state: StateMessage): Promise<void> {
    const look = await this.#look(state);
    this.#snapshot = state.snapshot;
    if (state.ply < this.ply) this.#looks.clear();
    this.#keepLook(state.ply, look);
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
  /** Answers the question with that number, even if another has been asked since. */
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
  /** Leaves the seat for good; before the first decision it becomes free again. */
  async resign(): Promise<void> {
    await this.#ask({ t: 'resign' });
  }
  /** A one-time link that moves one's seat to another device. */
  async seatLink(): Promise<string> {
    const { code } = await this.#ask({ t: 'seat_link', token: this.#token ?? '' });
    return address(`/seat/${this.id}/${code}`);
  }
  /** The seat ends on all other devices. */
  async seatAlone(): Promise<void> {
    const { token } = await this.#ask({ t: 'seat_alone' });
    this.#token = token;
    const kept = keptSeat(this.id);
    if (kept) keepSeat({ ...kept, token });
  }
  /** Opens one's hand to holders of the link; revokes an earlier link. */
  async openHand(): Promise<void> {
    const { code, time } = await this.#ask({ t: 'hand_link' });
    const kept = keptSeat(this.id);
    if (kept) keepSeat({ ...kept, hand: { code, time } });
    await this.#turn;
  }
  async closeHand(): Promise<void> {
    await this.#ask({ t: 'hand_close' });
    await this.#turn;
  }
  /** The link of the open hand, if it was made on this device. */
  get handLink(): string | undefined {
    const kept = keptSeat(this.id)?.hand;
    return kept && kept.time === this.seats[this.viewer]?.hand?.time ? address(`/hand/${this.id}/${kept.code}`) : undefined;
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
  /** New invite codes for the open seats; revokes earlier ones. */
  async invite(): Promise<void> {
    const { invites, any } = await this.#ask({ t: 'invites' });
    this.#keepInvites(invites, any);
  }
  /** Revokes all invite codes. */
  async withdrawInvites(): Promise<void> {
    await this.#ask({ t: 'withdraw_invites' });
    this.#keepInvites(undefined, undefined);
  }
  /** A new code for one seat. If taken, the code works once its owner agrees or has been away long enough. */
  async reinvite(seat: number): Promise<void> {
    const { invites } = await this.#ask({ t: 'reinvite', seat });
    const others = keptSeat(this.id)?.invites?.filter((invite) => invite.seat !== seat) ?? [];
    this.#keepInvites([...others, ...invites], undefined);
  }

  async at(ply: number): Promise<Look> {
    const known = this.#looks.get(ply);
    if (known) return known;
    const look = await this.#look(await this.#ask({ t: 'at', ply }));
    this.#keepLook(ply, look);
    return look;
  }
  #keepLook(ply: number, look: Look): void {
    this.#looks.delete(ply);
    this.#looks.set(ply, look);
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > LOOKS) this.#looks.delete(oldest!);
  }
  #opened: Promise<string> | undefined;
  async atAs(ply: number, seat: number): Promise<Look> {
    this.#opened ??= this.#record().then((record) => engine().call('adopt', record));
    return engine().call('at', await this.#opened, ply, seat);
  }
  /** From the present position: hidden information is drawn here, and bots play for the others. */
  tryOut(): Promise<string> {
    const level = usualLevel(games.levels);
    const seats = this.names.map((name, seat): LocalSeat => (seat === this.viewer ? { kind: 'human', name } : { kind: 'bot', level, name }));
    return engine().call('trySnapshot', this.game, this.#snapshot, this.viewer, seats);
  }
  advise() {
    return engine().call('lookAdvise', this.game, this.#snapshot, this.viewer);
  }
  /** The whole match, including hidden information: the server releases it at the end. */
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
  override async coach(action: string, level: string): Promise<CoachWord | undefined> {
    if (!this.hintsAllowed || !this.seated) return undefined;
    const { word, said } = await engine().call('lookCoach', this.game, this.#snapshot, this.viewer, this.ply, action, level, saidTo(this.id, this.viewer));
    keepSaid(this.id, this.viewer, said);
    return word;
  }
  override async coachKept(name: string): Promise<void> {
    keepSaid(this.id, this.viewer, await engine().call('lookCoachKept', this.game, this.#snapshot, name, saidTo(this.id, this.viewer)));
  }
  endsTurn(action: string) {
    return engine().call('lookEndsTurn', this.game, this.#snapshot, this.viewer, action);
  }
  async share(ply: number): Promise<string> {
    return address(`/t/${this.id}/at/${ply}`);
  }
}
