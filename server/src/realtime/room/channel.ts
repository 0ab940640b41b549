import type { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { StoredEvent } from '../../store/events/event.ts';
import type { RealtimeContext } from '../context.ts';
import type { EventSource } from '../event-source.ts';
import { Change } from '../frames.ts';
import { Answers } from '../observing/answers.ts';
import type { Observation } from '../observing/observation.ts';
import { RecentEvents } from '../observing/recent-events.ts';
import { refreshSensitive, reloadAll } from '../observing/refresh.ts';
import { Snapshots } from '../observing/snapshots.ts';
import type { RoomPresence } from '../presence/room-presence.ts';
import { Greetings } from '../session/greetings.ts';
import type { Session } from '../session/session.ts';
import { makeLiveness } from './liveness.ts';
import { type Membership, makeMembership } from './membership.ts';

/** What the channel tells the registry of rooms. */
export interface ChannelOwner {
  /** The last session has left. */
  emptied(channel: RoomChannel): void;
}

/**
 * One room in this process: its sessions, who observes what, and the way of an event to them. Made for the first session and
 * kept a while after the last, so that people who come back in a moment find it warm.
 *
 * All of it runs on one thread and between awaits: an event is handed to every observation before the next one is looked at,
 * so all sessions see one order. [RT2] [RT4]
 */
export class RoomChannel {
  readonly roomId: string;
  readonly context: RealtimeContext;
  readonly sessions = new Set<Session>();
  readonly recent = new RecentEvents();
  readonly answers = new Answers();
  readonly greetings: Greetings;
  readonly snapshots: Snapshots;
  readonly presence: RoomPresence;
  readonly membership: Membership;
  /** Observations by the kind of event that they get. */
  readonly groups = new Map<string, Set<Observation>>();
  readonly #owner: ChannelOwner;
  #subscription: { close(): void } | undefined;
  #isClosed = false;
  readonly #stopLiveness: () => void;
  #ready: Promise<void> | undefined;
  #isReady = false;

  constructor(roomId: string, context: RealtimeContext, presence: RoomPresence, owner: ChannelOwner) {
    this.roomId = roomId;
    this.context = context;
    this.presence = presence;
    this.#owner = owner;
    this.greetings = new Greetings(roomId);
    this.snapshots = new Snapshots(roomId, context.events, context.clock);
    this.membership = makeMembership(this);
    this.#stopLiveness = makeLiveness(this);
  }

  get events(): EventSource {
    return this.context.events;
  }

  /** True from when `ready` resolves. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Resolves when the room's position is known and its events come in from there. @throws what the store throws; the next call tries again. */
  ready(): Promise<void> {
    this.#ready ??= this.#begin().catch((error) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Sees to it that events come in, also when nobody observes: they tell who may stay. Tried again by each sweep. */
  listen(): void {
    this.ready().catch((err: unknown) => this.context.log.warn({ err, roomId: this.roomId }, 'events cannot be read'));
  }

  /** A session was admitted. */
  admit(session: Session): void {
    this.sessions.add(session);
    if (!this.#isReady) this.listen();
  }

  /** Its connection stands: it counts as present. What happened since it was admitted may have said nothing to it yet. [RT29] */
  opened(session: Session): void {
    if (session.kind === 'socket') this.presence.join(session);
    if (this.#isReady) return this.membership.welcome(session);
    // Without its position the room hears of nothing that follows; the regular check makes good what fails here.
    this.ready().then(
      () => this.membership.welcome(session),
      () => undefined,
    );
  }

  /** It is gone. May be called more than once. */
  left(session: Session): void {
    if (!this.sessions.delete(session)) return;
    for (const observation of session.observations.values()) this.#forget(observation);
    session.observations.clear();
    session.commands.end();
    if (session.kind === 'socket') this.presence.leave(session);
    if (this.sessions.size === 0) this.#owner.emptied(this);
  }

  /** What the player of a session says about itself. [RT17] */
  report(session: Session, report: { readonly state: PresenceState; readonly skewMs: number | undefined }): void {
    if (this.sessions.has(session)) this.presence.report(session.principalId, report);
  }

  /** 90th percentile of the smallest round trips of those present, in milliseconds; 0 while none is known. */
  roundTripP90(): number {
    const known: number[] = [];
    for (const { roundTripMs } of this.sessions) if (roundTripMs !== undefined) known.push(roundTripMs);
    known.sort((a, b) => a - b);
    return known[Math.ceil(known.length * 0.9) - 1] ?? 0;
  }

  /** Adds an observation, in its session and among those of its key. */
  add(observation: Observation): void {
    observation.session.observations.set(observation.id, observation);
    const group = this.groups.get(observation.key);
    if (group === undefined) this.groups.set(observation.key, new Set([observation]));
    else group.add(observation);
  }

  /** Ends the observation of that id, if there is one. */
  drop(session: Session, observeId: string): void {
    const observation = session.observations.get(observeId);
    if (observation === undefined) return;
    session.observations.delete(observeId);
    this.#forget(observation);
  }

  /** Sends a change that is not stored. */
  publish(key: string, payload: Uint8Array): void {
    this.snapshots.passed({ kind: key, sequence: 0 });
    this.#fanOut(key, new Change(0, payload));
  }

  /** Ends the subscription and the timers. Sessions have left by then. */
  close(): void {
    this.#isClosed = true;
    this.#subscription?.close();
    this.#stopLiveness();
    this.membership.stop();
  }

  async #begin(): Promise<void> {
    const sequence = await this.events.latest(this.roomId);
    if (this.#isClosed) return;
    this.recent.begin(sequence);
    this.#subscription = this.events.subscribe(
      this.roomId,
      sequence,
      (events) => this.#receive(events),
      (lost) => this.#lose(lost),
    );
    this.#isReady = true;
  }

  #receive(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const change = this.recent.append(event);
      if (change === undefined) continue;
      this.snapshots.passed(event);
      this.#fanOut(event.kind, change);
      this.membership.passed(event);
      refreshSensitive(this, event);
    }
  }

  /** Events up to `sequence` will not come any more: what they changed is loaded anew, and everybody's standing is checked. */
  #lose(sequence: number): void {
    this.recent.begin(sequence);
    reloadAll(this);
    for (const session of this.sessions) this.membership.check(session);
  }

  #fanOut(key: string, change: Change): void {
    const group = this.groups.get(key);
    if (group === undefined) return;
    for (const observation of group) observation.deliver(change);
  }

  #forget(observation: Observation): void {
    observation.end();
    const group = this.groups.get(observation.key);
    group?.delete(observation);
    if (group?.size !== 0) return;
    this.groups.delete(observation.key);
    this.snapshots.drop(observation.key);
  }
}
