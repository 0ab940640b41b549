import type { ResourceChanged, TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { Admissions } from './admissions.ts';
import type { Bus } from './bus.ts';
import type { OpeningCall, RealtimeContext } from './context.ts';
import type { EventSource } from './event-source.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import { Lines } from './lines/lines.ts';
import { makeOnlineMembers, onlineMembersChange } from './presence/online-members.ts';
import type { GuestEntry, PresenceEntry } from './presence/presence-table.ts';
import { Presences } from './presence/presences.ts';
import { Replicas } from './replicas/replicas.ts';
import { Channels } from './room/channels.ts';
import { makeCommandTable } from './session/command-table.ts';
import { FrameMemo } from './session/frame-memo.ts';
import type { Session } from './session/session.ts';
import { type WatchOptions, type WatchQuery, watchChanges } from './session/watch.ts';
import { hearTerminations } from './terminations.ts';
import { indexWiring, type RealtimeWiring, type Wiring } from './wiring.ts';

/** The dependencies of realtime. */
export interface RealtimeParts {
  readonly events: EventSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of this process among the replicas. */
  readonly replicaId: string;
  readonly newConnectionId: () => string;
  readonly limits?: Partial<RealtimeLimits>;
  /** Called when the server ends an open connection. */
  readonly onTerminated?: (code: TerminationCode) => void;
}

/** All rooms in this process. */
export interface Realtime {
  /** Starts receiving messages of the other replicas. Call this before the first session. */
  start(): Promise<void>;
  /** Admits no more sessions, notifies all existing ones, and waits until they are closed or `deadline` aborts. */
  stop(deadline: AbortSignal): Promise<void>;
  /**
   * Takes the declarations of features. Call this once, before the first session. @throws Error when two features
   * declare the same thing.
   */
  wire(wiring: RealtimeWiring): void;
  /**
   * Admits a person before their connection is upgraded. The transport calls `start` on the session once the connection
   * is open, and `closed` in any case. @throws AppError over a limit (429), or while stopping (503).
   */
  admit(call: OpeningCall): Session;
  /**
   * The changes of a resource for a server stream, which counts as a connection in the limits. @throws the AppErrors of
   * `admit` and `watchChanges`, at the first read.
   */
  watch(call: OpeningCall, query: WatchQuery, options?: WatchOptions): AsyncIterable<ResourceChanged>;
  /**
   * Sends a change that is not stored to the observers of `key` in this process, and drops the loaded state of `key`.
   */
  publish(roomId: string, key: string, payload: Uint8Array): void;
  /** The people online, across all replicas. */
  online(roomId: string): { readonly memberIds: Set<string>; readonly guestCount: number };
  /** Number of members and guests online, across all replicas. */
  onlineCount(roomId: string): number;
  /** Guests online: at most 100 of each replica. */
  guests(roomId: string): readonly GuestEntry[];
  /** Members online with the state of their players, across all replicas. */
  watchers(roomId: string): readonly PresenceEntry[];
  /** Rooms with people online, the fullest first. */
  busiest(): string[];
  /** 90th percentile of the round trips of this process's connections, in milliseconds; 0 while none is known. */
  roundTripP90(roomId: string): number;
  /** Number of connections to the room in this process. */
  audience(roomId: string): number;
  /** Number of people with a connection to this process, and of the rooms they are in. */
  here(): { readonly people: number; readonly rooms: number };
  /** Checks the standing of everybody in this process, for a change that emits no event in the room. [RT18] */
  checkEverybody(): void;
  /** Number of live replicas, including this one. */
  readonly replicaCount: number;
  /** Number of connections in this process, including those that are being opened. */
  readonly connectionCount: number;
  /** Connections whose frames are posted. */
  readonly lines: Pick<Lines, 'open' | 'close' | 'receive'>;
}

/** Makes realtime. Nothing happens before `start`. */
export function makeRealtime(parts: RealtimeParts): Realtime {
  let wired: Wiring | undefined;
  let terminations: { close(): void } | undefined;
  const context = makeContext(parts, () => {
    if (wired === undefined) throw new Error('realtime was used before it was wired');
    return wired;
  });
  const replicas = new Replicas(parts);
  const tell = (topic: string, body: unknown) => replicas.tell(topic, body);
  const presences = new Presences(
    { ...parts, tell },
    {
      sessionCount: (roomId) => channels.find(roomId)?.sessionCount ?? 0,
      show: (roomId, online) => {
        const { key, payload } = onlineMembersChange(online);
        channels.find(roomId)?.publish(key, payload);
      },
    },
  );
  const channels: Channels = new Channels(context, (roomId) => presences.get(roomId));
  const admissions = new Admissions(context, channels, { ...parts, tell });
  const lines = new Lines({ ...context, tell, replicaCount: () => replicas.count });
  for (const topic of [presences, admissions.elsewhere, lines]) replicas.add(topic);
  const checkEverybody = () => {
    for (const channel of channels.all()) channel.checkEverybody();
  };
  return {
    ...makeFigures(presences, channels, admissions),
    lines,
    wire: (wiring) => {
      const onlineMembers = makeOnlineMembers((roomId) => presences.get(roomId).snapshot());
      wired = indexWiring({ ...wiring, resources: [onlineMembers, ...wiring.resources] });
    },
    start: async () => {
      terminations = await hearTerminations(parts.events, () => admissions.sessions, checkEverybody);
      presences.start();
      replicas.start();
    },
    stop: async (deadline) => {
      await admissions.stop(deadline);
      replicas.stop();
      presences.stop();
      channels.close();
      terminations?.close();
    },
    admit: (call) => admissions.admit(call, 'socket'),
    watch: async function* (call: OpeningCall, query: WatchQuery, options?: WatchOptions) {
      yield* watchChanges(admissions.admit(call, 'stream'), query, options);
    },
    publish: (roomId, key, payload) => channels.find(roomId)?.publish(key, payload),
    checkEverybody,
    get replicaCount() {
      return replicas.count;
    },
    get connectionCount() {
      return admissions.sessions.size;
    },
  };
}

function makeContext(parts: RealtimeParts, wiring: () => Wiring): RealtimeContext {
  return {
    events: parts.events,
    clock: parts.clock,
    log: parts.log,
    limits: { ...defaultLimits, ...parts.limits },
    commands: makeCommandTable(),
    frameMemo: new FrameMemo(),
    onTerminated: parts.onTerminated ?? (() => undefined),
    wiring,
  };
}

/** Figures about the people in rooms. */
function makeFigures(
  presences: Presences,
  channels: Channels,
  admissions: Admissions,
): Pick<Realtime, 'online' | 'onlineCount' | 'guests' | 'watchers' | 'busiest' | 'roundTripP90' | 'audience' | 'here'> {
  return {
    online: (roomId) => presences.find(roomId)?.online() ?? { memberIds: new Set(), guestCount: 0 },
    onlineCount: (roomId) => presences.find(roomId)?.count ?? 0,
    guests: (roomId) => presences.find(roomId)?.guests() ?? [],
    watchers: (roomId) => presences.find(roomId)?.members() ?? [],
    busiest: () => presences.busiest(),
    roundTripP90: (roomId) => channels.find(roomId)?.roundTripP90() ?? 0,
    audience: (roomId) => channels.find(roomId)?.sessionCount ?? 0,
    here: () => admissions.here,
  };
}
