import type { ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { StoredEvent } from '../../store/events/event.ts';
import type { RealtimeContext } from '../context.ts';
import type { Change } from '../frames.ts';
import { ObservedRoom } from '../observing/observed-room.ts';
import { RoomEvents } from '../observing/room-events.ts';
import { isOwnTopic } from '../own-topic.ts';
import type { RoomPresence } from '../presence/room-presence.ts';
import { greeting } from '../session/greeting.ts';
import type { Session, SessionRoom } from '../session/session.ts';
import type { PlayerReport } from '../signals.ts';
import { concernedBy, isConcerned } from '../standing-events.ts';
import { makeLiveness } from './liveness.ts';
import { type Membership, makeMembership } from './membership.ts';

/** The owner of a channel, as the channel needs it. */
export interface ChannelOwner {
  /** The last session has left. */
  emptied(channel: RoomChannel): void;
  /** The channel of a user's own topic. */
  ownOf(userId: string): RoomChannel;
}

/**
 * One room in this process: its sessions, and the delivery of events to its observers. The channel is made for the
 * first session and kept a while after the last, so that people who soon return need nothing from the database.
 *
 * All of it runs on one thread: an event is delivered to every observation, without an await, before the next event is
 * processed. So all sessions see the same order. [RT2] [RT4]
 */
export class RoomChannel implements SessionRoom {
  readonly roomId: string;
  readonly #context: RealtimeContext;
  readonly #presenceOf: (roomId: string) => RoomPresence;
  readonly #owner: ChannelOwner;
  readonly #sessions = new Set<Session>();
  /** Sessions of this room that observe their person's own topic, with the channel of that topic. */
  readonly #visits = new Map<Session, RoomChannel>();
  /** Sessions of rooms that visit this channel of a user's own topic. It neither greets nor sweeps them. */
  readonly #visitors = new Set<Session>();
  readonly #events: RoomEvents;
  readonly #observed: ObservedRoom;
  readonly #membership: Membership;
  readonly #stopLiveness: () => void;

  constructor(
    roomId: string,
    context: RealtimeContext,
    presenceOf: (roomId: string) => RoomPresence,
    owner: ChannelOwner,
  ) {
    this.roomId = roomId;
    this.#context = context;
    this.#presenceOf = presenceOf;
    this.#owner = owner;
    this.#events = new RoomEvents(roomId, context.events, {
      happened: (event, change) => this.#happened(event, change),
      lost: () => this.#lost(),
    });
    this.#observed = new ObservedRoom(roomId, context, this.#events);
    this.#membership = makeMembership(roomId, context);
    this.#stopLiveness = makeLiveness(context.clock, {
      sessions: this.#sessions,
      listen: () => this.#listen(),
      check: (session) => this.#membership.check(session),
    });
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Adds a session that was admitted. */
  admit(session: Session): void {
    this.#sessions.add(session);
    if (!this.#events.isReady) this.#listen();
  }

  /**
   * Greets a session whose connection is open, and counts it as present. Checks its standing, which may have changed
   * since admission. [RT29]
   */
  opened(session: Session): void {
    if (session.kind === 'socket') {
      this.#presence.join(session);
      const { principal } = session;
      if (principal.kind === 'user') this.#context.wiring().onConnected?.(this.roomId, principal.userId);
    }
    session.send(greeting(this.roomId, session.connectionId, session.principalId));
    if (this.#events.isReady) return this.#membership.welcome(session);
    // Checks the session once events arrive: without them the room would miss changes of standing. If they cannot be
    // read, the regular check does it.
    this.#events.ready().then(
      () => this.#membership.welcome(session),
      () => undefined,
    );
  }

  left(session: Session): void {
    if (!this.#sessions.delete(session)) return;
    this.#observed.left(session);
    this.#endVisit(session);
    if (session.kind === 'socket' && session.hasStood) this.#presence.leave(session);
    this.#checkEmpty();
  }

  observe(session: Session, request: ObserveResource, refuse: (error: unknown) => void): void {
    // Until now, the id may have belonged to an observation of the other channel.
    this.unobserve(session, request.observeId);
    const isOwn = this.#context.wiring().resources.get(request.resource.case ?? '')?.isOwn === true;
    (isOwn ? this.#visit(session) : this).#observed.observe(session, request, refuse);
  }

  unobserve(session: Session, observeId: string): void {
    this.#observed.unobserve(session, observeId);
    const visited = this.#visits.get(session);
    if (visited !== undefined) visited.#observed.unobserve(session, observeId);
  }

  /** Looked up each time: the presence of an empty room is dropped while its channel lingers. */
  get #presence(): RoomPresence {
    return this.#presenceOf(this.roomId);
  }

  standingChanged(session: Session): void {
    if (session.kind === 'socket' && this.#sessions.has(session)) this.#presence.rename(session);
    this.#observed.checkPermissions(session);
  }

  /** Applies the report of a session's player. [RT17] */
  report(session: Session, report: PlayerReport): void {
    if (this.#sessions.has(session)) this.#presence.report(session.principalId, report);
  }

  /** 90th percentile of the sessions' smallest round trips, in milliseconds; 0 while none is known. */
  roundTripP90(): number {
    const known: number[] = [];
    for (const { roundTripMs } of this.#sessions) if (roundTripMs !== undefined) known.push(roundTripMs);
    known.sort((a, b) => a - b);
    return known[Math.ceil(known.length * 0.9) - 1] ?? 0;
  }

  /** The channel of the person's own topic. Guests have none: this channel refuses their queries. */
  #visit(session: Session): RoomChannel {
    const { principal } = session;
    if (principal.kind === 'guest' || isOwnTopic(this.roomId) || !this.#sessions.has(session)) return this;
    const own = this.#visits.get(session) ?? this.#owner.ownOf(principal.userId);
    this.#visits.set(session, own);
    own.#visitors.add(session);
    return own;
  }

  #endVisit(session: Session): void {
    const visited = this.#visits.get(session);
    if (visited === undefined) return;
    this.#visits.delete(session);
    visited.#visitors.delete(session);
    visited.#observed.left(session);
    visited.#checkEmpty();
  }

  #checkEmpty(): void {
    if (this.#sessions.size === 0 && this.#visitors.size === 0) this.#owner.emptied(this);
  }

  /** Sends a change that is not stored. */
  publish(key: string, payload: Uint8Array): void {
    this.#observed.publish(key, payload);
  }

  /** Checks the standing of everybody, and reloads the states that follow it. [RT7] */
  checkEverybody(): void {
    for (const session of this.#sessions) this.#membership.check(session);
    this.#observed.refreshStandings('everybody');
  }

  /** Ends the subscription and the timers. Call this after all sessions have left. */
  close(): void {
    this.#events.close();
    this.#stopLiveness();
    this.#membership.stop();
  }

  /**
   * Follows the room's events, even without observers, because events also change who may stay. If this fails, a sweep
   * tries again.
   */
  #listen(): void {
    this.#events
      .ready()
      .catch((err: unknown) => this.#context.log.warn({ err, roomId: this.roomId }, 'events cannot be read'));
  }

  #happened(event: StoredEvent, change: Change): void {
    this.#observed.deliver(event, change);
    const concerned = concernedBy(event, this.#context.wiring().standingEvents);
    if (concerned === undefined) return;
    for (const session of this.#sessions)
      if (isConcerned(concerned, session.principalId)) this.#membership.check(session);
    this.#observed.refreshStandings(concerned);
  }

  #lost(): void {
    this.#observed.refreshAll();
    for (const session of this.#sessions) this.#membership.check(session);
  }
}
