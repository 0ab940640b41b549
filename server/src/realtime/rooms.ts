import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { type Clock, pause } from '../kernel/clock.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import type { Bus } from './bus.ts';
import { RoomChannel } from './channel.ts';
import { makeCommandTable } from './command-table.ts';
import type { RealtimeContext, Wiring } from './context.ts';
import type { EventSource } from './event-source.ts';
import { ConnectionCounts, defaultLimits, type RealtimeLimits } from './limits.ts';
import { makeOnlineMembers, onlineMembersChange } from './online-members.ts';
import { makePresenceExchange } from './presence-exchange.ts';
import { realtimeErrors } from './realtime.errors.ts';
import { principalIdOf, type Resource } from './resource.ts';
import type { PresenceEntry } from './presence-table.ts';
import { RoomPresence } from './room-presence.ts';
import { type RoomCall, Session } from './session.ts';
import { makeTerminations } from './terminations.ts';
import { type WatchOptions, type WatchQuery, type WatchRoom, watchChanges } from './watch.ts';

/** A room without sessions is kept this long, in milliseconds, for those who come back after a break of their network. */
const LINGER_MS = 30_000;

/** What the registry is made of. */
export interface RoomsParts {
  readonly events: EventSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of this process among the replicas. */
  readonly replicaId: string;
  readonly newConnectionId: () => string;
  readonly limits?: Partial<RealtimeLimits>;
}

/** What features add; see `Wiring`. */
export type RoomsWiring = Omit<Wiring, 'resources'> & { readonly resources: readonly Resource[] };

/** All rooms in this process. */
export interface Rooms extends Part {
  /** Takes over what features declare; once, before the first session. @throws Error when a resource is declared twice. */
  wire(wiring: RoomsWiring): void;
  /** Admits a connection, before it is upgraded; its transport calls `start` on it, and `closed` in any case. @throws AppError over a limit (429), or while stopping (503). */
  admit(call: RoomCall): Session;
  /** Changes of a resource for a server stream. Takes a connection's place in the limits. @throws AppError as `admit` and `watchChanges` do, from the first read. */
  readonly watch: WatchRoom;
  /** Who is online, on all replicas. */
  online(roomId: string): { readonly memberIds: Set<string>; readonly guestCount: number };
  /** Members and guests online, on all replicas. */
  onlineCount(roomId: string): number;
  /** Members online with what their players do, on all replicas. */
  watchers(roomId: string): readonly PresenceEntry[];
  /** Rooms with somebody online, the fullest first. */
  busiest(): string[];
  /** 90th percentile of the round trips of those connected here, in milliseconds; 0 while none is known. */
  roundTripP90(roomId: string): number;
  /** Ends all connections of a user or guest, everywhere. */
  terminateUser(userId: string, code: TerminationCode): void;
  /** Ends all connections of one sign-in, everywhere, as revoked. */
  terminateSession(sessionId: string): void;
  /** Ends all connections to a room, everywhere. */
  terminateRoom(roomId: string, code: TerminationCode): void;
  /** Ends all guests' connections to a room, everywhere, as revoked. */
  terminateGuests(roomId: string): void;
  /** Connections in this process, those being opened included. */
  readonly connectionCount: number;
}

/** Makes the registry. Nothing happens before `start`. */
export function makeRooms(parts: RoomsParts): Rooms {
  const { bus, clock, log, replicaId } = parts;
  const limits = { ...defaultLimits, ...parts.limits };
  const counts = new ConnectionCounts(limits);
  const channels = new Map<string, RoomChannel>();
  const lingering = new Map<RoomChannel, () => void>();
  const presences = new Map<string, RoomPresence>();
  const sessions = new Set<Session>();
  let wired: Wiring | undefined;
  let isStopping = false;
  let exchange: ReturnType<typeof makePresenceExchange> | undefined;
  let terminations: ReturnType<typeof makeTerminations> | undefined;

  const context: RealtimeContext = {
    events: parts.events,
    clock,
    log,
    limits,
    commands: makeCommandTable(),
    wiring: () => {
      if (wired === undefined) throw new Error('rooms were used before they were wired');
      return wired;
    },
  };

  function presenceOf(roomId: string): RoomPresence {
    let presence = presences.get(roomId);
    if (presence === undefined) {
      presence = new RoomPresence(roomId, replicaId, clock, {
        sessionCount: () => channels.get(roomId)?.sessions.size ?? 0,
        show: (online) => {
          const { key, payload } = onlineMembersChange(online);
          channels.get(roomId)?.publish(key, payload);
        },
        tell: (message) => exchange?.tell(message),
      });
      presences.set(roomId, presence);
    }
    return presence;
  }

  function sweepPresences(): void {
    for (const [roomId, presence] of presences) {
      if (presence.isEmpty && !channels.has(roomId)) presences.delete(roomId);
    }
  }

  function channelOf(roomId: string): RoomChannel {
    const known = channels.get(roomId);
    if (known !== undefined) {
      lingering.get(known)?.();
      lingering.delete(known);
      return known;
    }
    const channel = new RoomChannel(roomId, context, presenceOf(roomId), { emptied: linger });
    channels.set(roomId, channel);
    return channel;
  }

  function linger(channel: RoomChannel): void {
    if (isStopping) return dropChannel(channel);
    lingering.set(
      channel,
      clock.after(LINGER_MS, () => dropChannel(channel)),
    );
  }

  function dropChannel(channel: RoomChannel): void {
    lingering.get(channel)?.();
    lingering.delete(channel);
    channels.delete(channel.roomId);
    channel.close();
  }

  function admit(call: RoomCall, kind: Session['kind']): Session {
    if (isStopping) throw realtimeErrors.stopping({ retryAfterSeconds: 2 });
    const { roomId } = call.room;
    const giveBack = counts.take(principalIdOf(call.principal), roomId);
    const channel = channelOf(roomId);
    const session = new Session(channel, call, parts.newConnectionId(), kind, () => {
      giveBack();
      sessions.delete(session);
    });
    sessions.add(session);
    channel.admit(session);
    return session;
  }

  return {
    name: 'rooms',
    wire: (wiring) => {
      const resources = new Map<string, Resource>();
      const builtIn = makeOnlineMembers((roomId) => presenceOf(roomId).snapshot());
      for (const resource of [builtIn, ...wiring.resources]) {
        if (resources.has(resource.case)) throw new Error(`resource ${resource.case} is declared twice`);
        resources.set(resource.case, resource);
      }
      wired = { ...wiring, resources };
    },
    start: async () => {
      const rooms = { get: presenceOf, all: () => presences.values(), sweep: sweepPresences };
      terminations = makeTerminations(bus, () => sessions, log);
      exchange = makePresenceExchange(bus, replicaId, rooms, clock, log);
    },
    stop: async (deadline) => {
      isStopping = true;
      for (const session of [...sessions]) session.terminate(TerminationCode.SHUTDOWN, true);
      while (sessions.size > 0 && !deadline.aborted) await pause(clock, 20, deadline);
      for (const presence of presences.values()) {
        exchange?.tell(presence.summary());
        presence.close();
      }
      for (const channel of [...channels.values()]) dropChannel(channel);
      terminations?.stop();
      exchange?.stop();
    },
    admit: (call) => admit(call, 'socket'),
    watch: async function* (call: RoomCall, query: WatchQuery, options?: WatchOptions) {
      yield* watchChanges(admit(call, 'stream'), query, options);
    },
    online: (roomId) => presences.get(roomId)?.online() ?? { memberIds: new Set(), guestCount: 0 },
    onlineCount: (roomId) => {
      const presence = presences.get(roomId);
      return presence === undefined ? 0 : onlineCountOf(presence);
    },
    watchers: (roomId) => presences.get(roomId)?.members() ?? [],
    busiest: () => {
      const counts = [...presences.values()].map((presence) => ({ id: presence.roomId, count: onlineCountOf(presence) }));
      return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count).map(({ id }) => id);
    },
    roundTripP90: (roomId) => channels.get(roomId)?.roundTripP90() ?? 0,
    terminateUser: (id, code) => terminations?.terminate({ by: 'user', id, code }),
    terminateSession: (id) => terminations?.terminate({ by: 'session', id, code: TerminationCode.REVOKED }),
    terminateRoom: (id, code) => terminations?.terminate({ by: 'room', id, code }),
    terminateGuests: (id) => terminations?.terminate({ by: 'guests', id, code: TerminationCode.GUEST_REVOKED }),
    get connectionCount() {
      return sessions.size;
    },
  };
}

function onlineCountOf(presence: RoomPresence): number {
  const { memberIds, guestCount } = presence.online();
  return memberIds.size + guestCount;
}
