/**
 * The participants of one gathering, as this replica knows them: its own connections, and the list of all participants.
 * [RT35]–[RT37]
 */
import type { RoomConnection, RoomStanding } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AppError, ErrorDetails } from '../../kernel/errors.ts';
import { logFailedWork } from '../../kernel/failed-work.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus.ts';
import { type Place, type PlaceKeys, type Places, StoredPlaces } from './places.ts';
import { SignalBudget } from './signal-budget.ts';

type MakeError = (details?: ErrorDetails) => AppError;

export interface GatheringParts<A> {
  /** Prefix of keys and topics: `voice`. */
  readonly kind: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus;
  readonly keys: PlaceKeys;
  readonly replicaId: string;
  /** Current maximum number of participants of one gathering. */
  readonly most: () => number;
  /** Whether a person with this standing may take part. */
  readonly mayStay: (standing: RoomStanding) => Promise<boolean>;
  /**
   * Errors: no place is left, the sender has no place, the receiver has no place, a participant sends too many signals.
   */
  readonly errors: Readonly<Record<'full' | 'not_joined' | 'no_such_peer' | 'too_many_signals', MakeError>>;
  /** Called when the list has changed. */
  readonly changed?: (name: string, places: Places<A>) => void;
}

/** Changes within this time, in milliseconds, are sent together, because the list goes to everybody in the room. */
export const foldMs = 100;
/**
 * While the list is empty, only one renewal in this many reads it: arrivals are announced, and announcements are seldom
 * lost.
 */
const renewalsOfEmpty = 6;

/** A participant with a connection to this replica. */
interface Own<A> {
  readonly connection: RoomConnection;
  readonly budget: SignalBudget;
  place: Place<A>;
  endWatch: () => void;
}

/** `changed`: the list has changed. `signal`: a frame for a participant, in base64. */
type Message = { readonly from: string } & (
  | { readonly kind: 'changed' }
  | { readonly kind: 'signal'; readonly to: string; readonly frame: string }
);

export class Gathering<A> {
  readonly #name: string;
  readonly #parts: GatheringParts<A>;
  readonly #stored: StoredPlaces<A>;
  readonly #own = new Map<string, Own<A>>();
  readonly #topic: string;
  readonly #endHearing: () => void;
  #known: Places<A> = new Map();
  #knownText = '';
  #reading: Promise<void> | undefined;
  #isOutdated = false;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #cancelFold: (() => void) | undefined;
  #renewals = 0;
  #working = 0;

  constructor(name: string, parts: GatheringParts<A>) {
    this.#name = name;
    this.#parts = parts;
    this.#topic = `${parts.kind}:${name}`;
    this.#stored = new StoredPlaces(this.#topic, parts);
    this.#endHearing = parts.bus.subscribe(this.#topic, (text) => this.#hear(JSON.parse(text) as Message));
  }

  /** True while this replica has a participant or is working on the gathering. */
  get isInUse(): boolean {
    return this.#own.size > 0 || this.#working > 0;
  }

  /** Participants with a connection to this replica. */
  get ownCount(): number {
    return this.#own.size;
  }

  async whileInUse<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** The current list; the last known one while the store is unavailable. */
  async list(): Promise<Places<A>> {
    await this.#tryRead();
    return this.#known;
  }

  /**
   * Gives a connection a place, or changes the details that others see about it. @throws AppError `errors.full`,
   * `store.key_value_unavailable`.
   */
  async join(peer: string, connection: RoomConnection, about: A): Promise<void> {
    const { clock, most, errors } = this.#parts;
    const next = { about, takenAtMs: this.#own.get(peer)?.place.takenAtMs ?? clock.nowMs() };
    if (!(await this.#stored.take(peer, next, most()))) throw errors.full();
    const own = this.#own.get(peer);
    if (own) own.place = next;
    else this.#admit(peer, connection, next);
    this.#tellChanged();
  }

  /** Releases the place of a connection, if it has one. */
  async leave(peer: string): Promise<void> {
    const own = this.#own.get(peer);
    if (!own) return;
    this.#own.delete(peer);
    own.endWatch();
    try {
      await this.#stored.giveBack(peer);
    } catch (err) {
      // The place is no longer renewed, so its lease expires.
      logFailedWork(this.#parts.log, err, 'a place could not be given back');
    }
    this.#tellChanged();
  }

  /**
   * Passes a frame from one participant to another. @throws AppError `errors.not_joined`, `errors.no_such_peer`,
   * `errors.too_many_signals`.
   */
  pass(from: string, to: string, frame: Buffer): void {
    const { clock, errors } = this.#parts;
    const own = this.#own.get(from);
    if (!own) throw errors.not_joined();
    if (!own.budget.take(clock.nowMs())) throw errors.too_many_signals({ retryAfterSeconds: 1 });
    if (to === from || !(this.#own.has(to) || this.#known.has(to))) throw errors.no_such_peer();
    this.tell(to, frame);
  }

  /** Sends a frame from the server to a participant, whichever replica has the connection. */
  tell(to: string, frame: Buffer): void {
    const { bus, replicaId } = this.#parts;
    const own = this.#own.get(to);
    if (own) return own.connection.send(frame);
    const message: Message = { from: replicaId, kind: 'signal', to, frame: frame.toString('base64') };
    bus.publish(this.#topic, JSON.stringify(message));
  }

  /** Renews this replica's places, and reads those of the others in case an announcement was lost. */
  async renew(): Promise<void> {
    this.#renewals += 1;
    if (this.#own.size === 0 && this.#known.size === 0 && this.#renewals % renewalsOfEmpty !== 0) return;
    try {
      for (const [peer, own] of this.#own)
        if (!(await this.#stored.take(peer, own.place, this.#parts.most()))) await this.leave(peer);
      await this.#read();
    } catch (err) {
      // Participants continue: their exchange does not go through the server.
      logFailedWork(this.#parts.log, err, 'places could not be renewed');
    }
  }

  /** Releases all places. No messages are received afterwards. */
  async close(): Promise<void> {
    this.#endHearing();
    for (const peer of [...this.#own.keys()]) await this.leave(peer);
    this.#cancelFold?.();
  }

  #admit(peer: string, connection: RoomConnection, place: Place<A>): void {
    const own: Own<A> = { connection, place, budget: new SignalBudget(this.#parts.clock.nowMs()), endWatch: () => {} };
    this.#own.set(peer, own);
    const leave = () => void this.leave(peer);
    own.endWatch = connection.watch({
      ended: leave,
      standingChecked: (standing) => void this.#mayStay(standing).then((may) => may || leave()),
    });
  }

  /** While the database is unavailable, all participants keep their places. */
  async #mayStay(standing: RoomStanding): Promise<boolean> {
    try {
      return await this.#parts.mayStay(standing);
    } catch (err) {
      logFailedWork(this.#parts.log, err, 'whether somebody may take part could not be read');
      return true;
    }
  }

  #tellChanged(): void {
    this.#parts.bus.publish(this.#topic, JSON.stringify({ from: this.#parts.replicaId, kind: 'changed' }));
    this.#refresh();
  }

  #hear(message: Message): void {
    if (message.from === this.#parts.replicaId) return;
    if (message.kind === 'changed') return this.#refresh();
    this.#own.get(message.to)?.connection.send(Buffer.from(message.frame, 'base64'));
  }

  /** Reads the list at once, or `foldMs` after the last read. */
  #refresh(): void {
    if (this.#cancelFold) return;
    const { clock } = this.#parts;
    const waitMs = this.#readAtMs + foldMs - clock.nowMs();
    if (waitMs <= 0) return void this.#tryRead();
    this.#cancelFold = clock.after(waitMs, () => {
      this.#cancelFold = undefined;
      void this.#tryRead();
    });
  }

  async #tryRead(): Promise<void> {
    try {
      await this.#read();
    } catch (err) {
      logFailedWork(this.#parts.log, err, 'those who take part could not be read');
    }
  }

  /** Reads the list, once for all callers that arrive during a read, and announces it if it has changed. */
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
      this.#readAtMs = this.#parts.clock.nowMs();
      this.#known = await this.#stored.all();
      const text = JSON.stringify([...this.#known]);
      if (text !== this.#knownText) this.#parts.changed?.(this.#name, this.#known);
      this.#knownText = text;
    }
  }
}
