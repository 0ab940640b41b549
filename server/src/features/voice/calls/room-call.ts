/** Those who speak in one room, as this replica knows them: its own participants, and the list of all. [VO6]–[VO11] */
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { WebRTCSignal } from '@matinee/contract/gen/service/client/voice_pb.ts';
import type { RoomConnection, RoomStanding } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../realtime/bus.ts';
import { serverFrame } from '../../../realtime/frames.ts';
import { voiceErrors } from '../voice.errors.ts';
import { listPayload } from './participants.ts';
import { type Place, type PlaceKeys, Places } from './places.ts';
import { SignalBudget } from './signal-budget.ts';

export interface RoomCallParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus;
  readonly keys: PlaceKeys;
  readonly replicaId: string;
  /** Most people who may speak in a room, as the settings say now. */
  readonly most: () => number;
  /** Whether people may speak in the room at all. */
  readonly isOn: (roomId: string) => Promise<boolean>;
  /** Tells those who observe the list here. */
  readonly publish: (roomId: string, payload: Uint8Array) => void;
}

/** A list that is empty is read at every so many renewals: that somebody came is told, and seldom lost. */
const renewalsOfEmpty = 6;

/** Somebody who speaks by a connection to this replica. */
interface Own {
  readonly connection: RoomConnection;
  readonly budget: SignalBudget;
  place: Omit<Place, 'untilMs'>;
  endWatch: () => void;
}

/** `changed`: the list is another one. `signal`: a frame for a participant, in base64. */
type Message = { readonly from: string } & (
  | { readonly kind: 'changed' }
  | { readonly kind: 'signal'; readonly to: string; readonly frame: string }
);

export class RoomCall {
  readonly #roomId: string;
  readonly #parts: RoomCallParts;
  readonly #places: Places;
  readonly #own = new Map<string, Own>();
  readonly #topic: string;
  readonly #endHearing: () => void;
  #known: ReadonlyMap<string, Place> = new Map();
  #reading: Promise<void> | undefined;
  #isOutdated = false;
  #renewals = 0;
  #working = 0;

  constructor(roomId: string, parts: RoomCallParts) {
    this.#roomId = roomId;
    this.#parts = parts;
    this.#places = new Places(roomId, parts);
    this.#topic = `voice:${roomId}`;
    this.#endHearing = parts.bus.subscribe(this.#topic, (text) => this.#hear(JSON.parse(text) as Message));
  }

  /** True while somebody speaks by this replica, or something is done here. */
  get isInUse(): boolean {
    return this.#own.size > 0 || this.#working > 0;
  }

  async whileInUse<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** The list, for somebody who begins to observe it; the last one that is known while the store is away. */
  async list(): Promise<Uint8Array> {
    await this.#refresh();
    return listPayload(this.#known);
  }

  /** Gives a connection a place, or says whether its microphone is off. @throws AppError `voice.full`, or that of the store */
  async join(peer: string, connection: RoomConnection, place: Omit<Place, 'untilMs' | 'joinedAtMs'>): Promise<void> {
    const { clock, most } = this.#parts;
    const known = this.#own.get(peer);
    const next = { ...place, joinedAtMs: known?.place.joinedAtMs ?? clock.nowMs() };
    if (!(await this.#places.take(peer, next, most()))) throw voiceErrors.full();
    const own = this.#own.get(peer);
    if (own) own.place = next;
    else this.#admit(peer, connection, next);
    this.#tellChanged();
  }

  /** Gives the place of a connection back, if it has one. */
  async leave(peer: string): Promise<void> {
    const own = this.#own.get(peer);
    if (!own) return;
    this.#own.delete(peer);
    own.endWatch();
    try {
      await this.#places.giveBack(peer);
    } catch (err) {
      // Nobody renews the place any more, so it ends by itself.
      logFailedWork(this.#parts.log, err, 'a place among those who speak could not be given back');
    }
    this.#tellChanged();
  }

  /** Passes on what one participant tells another. @throws AppError when one of them does not speak, or for too many */
  signal(from: string, { peer: to, signal }: WebRTCSignal): void {
    const { clock, bus, replicaId } = this.#parts;
    const own = this.#own.get(from);
    if (!own) throw voiceErrors.not_joined();
    if (!own.budget.take(clock.nowMs())) throw voiceErrors.too_many_signals({ retryAfterSeconds: 1 });
    const other = this.#own.get(to);
    if (to === from || (!other && !this.#known.has(to))) throw voiceErrors.no_such_peer();
    const frame = serverFrame({ case: 'webrtcSignal', value: { peer: from, signal } });
    if (other) return other.connection.send(frame);
    const message: Message = { from: replicaId, kind: 'signal', to, frame: frame.toString('base64') };
    bus.publish(this.#topic, JSON.stringify(message));
  }

  /** Says again that the own places hold, and reads those of the others: a message may have been lost. */
  async renew(): Promise<void> {
    this.#renewals += 1;
    if (this.#own.size === 0 && this.#known.size === 0 && this.#renewals % renewalsOfEmpty !== 0) return;
    try {
      for (const [peer, own] of this.#own)
        if (!(await this.#places.take(peer, own.place, this.#parts.most()))) await this.leave(peer);
      await this.#read();
    } catch (err) {
      // Who speaks goes on: the voices do not go through the server.
      logFailedWork(this.#parts.log, err, 'places among those who speak could not be renewed');
    }
  }

  /** Gives all places back. Nothing is heard after this. */
  async close(): Promise<void> {
    this.#endHearing();
    for (const peer of [...this.#own.keys()]) await this.leave(peer);
  }

  #admit(peer: string, connection: RoomConnection, place: Own['place']): void {
    const own: Own = { connection, place, budget: new SignalBudget(this.#parts.clock.nowMs()), endWatch: () => {} };
    this.#own.set(peer, own);
    const leave = () => void this.leave(peer);
    own.endWatch = connection.watch({
      ended: leave,
      standingChecked: (standing) => void this.#checkRight(standing).then((may) => may || leave()),
    });
  }

  /** False: its person may not speak any more. A database that is away takes nothing from anybody. */
  async #checkRight({ permissions }: RoomStanding): Promise<boolean> {
    if (!permissions.has(Permission.USE_VOICE_CHAT)) return false;
    try {
      return await this.#parts.isOn(this.#roomId);
    } catch (err) {
      logFailedWork(this.#parts.log, err, 'whether a room has voice could not be read');
      return true;
    }
  }

  #tellChanged(): void {
    this.#parts.bus.publish(this.#topic, JSON.stringify({ from: this.#parts.replicaId, kind: 'changed' }));
    void this.#refresh();
  }

  #hear(message: Message): void {
    if (message.from === this.#parts.replicaId) return;
    if (message.kind === 'changed') return void this.#refresh();
    this.#own.get(message.to)?.connection.send(Buffer.from(message.frame, 'base64'));
  }

  async #refresh(): Promise<void> {
    try {
      await this.#read();
    } catch (err) {
      logFailedWork(this.#parts.log, err, 'those who speak could not be read');
    }
  }

  /** Reads the list, once for all who ask meanwhile, and tells it where it is another one. */
  async #read(): Promise<void> {
    this.#isOutdated = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const before = listPayload(this.#known);
      this.#known = await this.#places.all();
      const payload = listPayload(this.#known);
      if (Buffer.compare(before, payload) !== 0) this.#parts.publish(this.#roomId, payload);
    }
  }
}
