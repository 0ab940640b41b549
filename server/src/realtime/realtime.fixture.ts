/** A process with one or more rooms and no network, for the tests of realtime. */
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  ClientMessageSchema,
  type ObserveResourceSchema,
  type ServerMessage,
  ServerMessageSchema,
  type TerminationCode,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import type { Incoming, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import { makeLog } from '../kernel/log.ts';
import type { NewEvent, StoredEvent } from '../store/events/event.ts';
import type { Bus } from './bus.ts';
import type { OpeningCall } from './context.ts';
import type { EventSource } from './event-source.ts';
import { changePayload, decodePayload } from './frames.ts';
import type { RealtimeLimits } from './limits.ts';
import { makeRealtime } from './realtime.ts';
import type { Resource } from './resource.ts';
import type { Connection } from './session/connection.ts';
import type { Session } from './session/session.ts';
import type { Signals } from './signals.ts';
import { emitTermination, type Termination } from './terminations.ts';

type Body = Exclude<MessageInitShape<typeof ClientMessageSchema>['message'], undefined>;
type ServerCase = NonNullable<ServerMessage['message']['case']>;

/** Lets every promise run that can. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Events in memory. `commit` stores, `relay` hands over; `hold` keeps answers waiting that were read before. */
export class MemoryEvents implements EventSource {
  readonly stored: StoredEvent[] = [];
  readonly #subscribers = new Set<{
    topic: string;
    after: number;
    handler: (events: StoredEvent[]) => void;
    onLost: (sequence: number) => void;
  }>();
  reads = 0;
  isRelaying = true;
  gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  commit(topic: string, kind: string, payload: Uint8Array): number {
    const sequence = (this.stored.at(-1)?.sequence ?? 0) + 1;
    this.stored.push({ topic, sequence, kind, payload, createdAt: new Date(0) });
    if (this.isRelaying) this.relay();
    return sequence;
  }

  /** Hands over up to `count` events to each subscriber. */
  relay(count = Number.POSITIVE_INFINITY): void {
    for (const subscriber of [...this.#subscribers]) {
      const next = this.#after(subscriber.topic, subscriber.after).slice(0, count);
      if (next.length === 0) continue;
      subscriber.after = next.at(-1)!.sequence;
      subscriber.handler(next);
    }
  }

  /** Events of `topic` up to `sequence` were pruned before they were handed over. */
  lose(sequence: number, topic = roomId): void {
    for (const subscriber of this.#subscribersTo(topic)) {
      subscriber.after = sequence;
      subscriber.onLost(sequence);
    }
  }

  hold(): void {
    this.#open();
    this.gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  release(): void {
    this.#open();
  }

  subscribe(
    topic: string,
    after: number,
    handler: (events: readonly StoredEvent[]) => void,
    onLost: (sequence: number) => void,
  ) {
    const subscriber = { topic, after, handler, onLost };
    this.#subscribers.add(subscriber);
    return { close: () => void this.#subscribers.delete(subscriber) };
  }

  subscriptionsTo(topic: string): number {
    return this.#subscribersTo(topic).length;
  }

  async since(topic: string, after: number, limit: number): Promise<StoredEvent[]> {
    this.reads += 1;
    const page = this.#after(topic, after).slice(0, limit);
    await this.gate;
    return page;
  }

  async latest(topic: string): Promise<number> {
    this.reads += 1;
    const latest = this.#after(topic, 0).at(-1)?.sequence ?? 0;
    await this.gate;
    return latest;
  }

  #subscribersTo(topic: string) {
    return [...this.#subscribers].filter((subscriber) => subscriber.topic === topic);
  }

  #after(topic: string, after: number): StoredEvent[] {
    return this.stored.filter((event) => event.topic === topic && event.sequence > after);
  }
}

/** One end of a connection. What the server sends waits until the test reads it. */
export class FakeSocket implements Connection {
  readonly waiting: Uint8Array[] = [];
  readonly read: ServerMessage[] = [];
  readonly frames: Uint8Array[] = [];
  closed: { code: number; reason: string } | undefined;
  pings = 0;
  #bytes = 0;
  /** True: everything is read as it comes. */
  isFast: boolean;

  constructor(isFast = true) {
    this.isFast = isFast;
  }

  send(bytes: Uint8Array): void {
    if (this.closed) throw new Error('sent after close');
    this.waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.isFast) this.flush();
  }

  close(code: number, reason: string): void {
    if (this.closed) throw new Error('closed twice');
    this.closed = { code, reason };
  }

  ping(): void {
    this.pings += 1;
  }

  buffered(): number {
    return this.#bytes;
  }

  /** The peer reads up to `count` frames. */
  flush(count = Number.POSITIVE_INFINITY): ServerMessage[] {
    const frames = this.waiting.splice(0, Math.min(count, this.waiting.length));
    const messages = frames.map((frame) => fromBinary(ServerMessageSchema, frame));
    for (const frame of frames) this.#bytes -= frame.length;
    this.frames.push(...frames);
    this.read.push(...messages);
    return messages;
  }

  /** Values of the messages of one case that were read. */
  all<C extends ServerCase>(which: C) {
    type Value = Extract<ServerMessage['message'], { case: C }>['value'];
    return this.read.filter((m) => m.message.case === which).map((m) => m.message.value as Value);
  }

  /** Forgets what was read. */
  clear(): void {
    this.read.length = 0;
    this.frames.length = 0;
  }
}

/** A bus between the processes of a test. */
export class MemoryBus implements Bus {
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  published = 0;
  isLossy = false;

  publish(channel: string, payload: string): void {
    this.published += 1;
    if (this.isLossy) return;
    for (const handler of [...(this.#handlers.get(channel) ?? [])]) handler(payload);
  }

  subscribe(channel: string, handler: (payload: string) => void): () => void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    return () => handlers.delete(handler);
  }
}

export const roomId = 'room_1';
const farOff = Date.UTC(2040, 0, 1);
const log = makeLog('silent');

export function userPrincipal(userId: string, expiresAtMs = farOff): RoomPrincipal {
  return {
    kind: 'user',
    userId,
    username: `name-${userId}`,
    role: UserRole.USER,
    sessionId: `ses_${userId}`,
    expiresAtMs,
  };
}

export function guestPrincipal(guestId: string): RoomPrincipal {
  return { kind: 'guest', guestId, username: guestId, roomId, guestVersion: 1, expiresAtMs: farOff };
}

/** As the feature `members` declares it. */
function membersNamedIn(payload: Uint8Array): string[] {
  const { resource } = decodePayload(payload);
  return resource.case === 'roomMembers' ? resource.value.members.map(({ userId }) => userId) : [];
}

export interface HarnessOptions {
  readonly limits?: Partial<RealtimeLimits>;
  readonly clock?: FakeClock;
  readonly bus?: MemoryBus;
  readonly events?: MemoryEvents;
  readonly replicaId?: string;
  readonly resources?: readonly Resource[];
  readonly signals?: Signals;
}

/** Makes a running process. Its playback state, playlists and own standing are plain variables. */
export async function makeHarness(options: HarnessOptions = {}) {
  const { clock = new FakeClock(), bus = new MemoryBus(), events = new MemoryEvents() } = options;
  const { replicaId = 'replica-1', limits = {}, signals = {} } = options;
  const permissions = new Set<Permission>([Permission.VIEW_MEMBERS, Permission.VIEW_CHAT_HISTORY]);
  const state = {
    playbackVersion: 1,
    loads: 0,
    failing: false,
    /** Whose sign-in has ended. */
    signedOut: new Set<string>(),
    standings: new Map<string, RoomStanding | undefined>(),
    checks: [] as string[],
  };
  const calls: Incoming[] = [];
  let answer: (incoming: Incoming) => Promise<unknown> = async () => ({});
  const standingOf = (id: string): RoomStanding | undefined =>
    state.standings.has(id) ? state.standings.get(id) : { roomId, role: RoomRole.MEMBER, permissions };
  const playbackPayload = (snapshot: boolean) =>
    changePayload({
      version: state.playbackVersion,
      snapshot,
      resource: { case: 'playbackState', value: { version: state.playbackVersion } },
    });
  const own: Resource[] = [
    {
      case: 'playbackState',
      key: () => 'playbackState',
      snapshot: async () => {
        state.loads += 1;
        if (state.failing) throw new Error('the database is away');
        const { playbackVersion } = state;
        const payload = playbackPayload(true);
        await events.gate;
        return { version: playbackVersion, payload };
      },
    },
    { case: 'chatEvents', key: () => 'chatEvents', permission: Permission.VIEW_CHAT_HISTORY },
    {
      case: 'selfRoomMember',
      followsStanding: true,
      key: (_, { principal }) => `selfRoomMember/${principal.kind === 'user' ? principal.userId : principal.guestId}`,
      snapshot: async () => {
        state.loads += 1;
        return {
          version: 0,
          payload: changePayload({ snapshot: true, resource: { case: 'selfRoomMember', value: {} } }),
        };
      },
    },
  ];
  let connections = 0;
  const realtime = makeRealtime({
    events,
    bus,
    clock,
    log,
    replicaId,
    newConnectionId: () => `con_${++connections}`,
    limits,
  });
  realtime.wire({
    resources: options.resources ?? own,
    signals,
    standingEvents: [{ kind: 'roomMembers', personsOf: membersNamedIn }, { kind: 'roomSettings' }],
    pipeline: {
      unary: (_, incoming) => {
        calls.push(incoming as Incoming);
        return answer(incoming as Incoming) as never;
      },
    },
    findStanding: async (principal) => {
      const id = principal.kind === 'user' ? principal.userId : principal.kind === 'guest' ? principal.guestId : '';
      state.checks.push(id);
      if (state.failing) throw new Error('the database is away');
      if (state.signedOut.has(id)) throw new AppError('unauthenticated', 'auth.invalid_token', 'signed out');
      return standingOf(id);
    },
  });
  await realtime.start?.();

  function callOf(principal: RoomPrincipal, room = roomId): OpeningCall {
    const id = principal.kind === 'user' ? principal.userId : principal.guestId;
    const standing = standingOf(id) ?? { roomId, role: RoomRole.MEMBER, permissions };
    return {
      method: RoomService.method.messageStream,
      principal,
      room: { ...standing, roomId: room },
      requestId: 'request',
      transport: 'ws',
      address: '127.0.0.1',
      userAgent: 'test',
      receivedAtMs: clock.nowMs(),
      signal: new AbortController().signal,
    };
  }

  return {
    realtime,
    clock,
    bus,
    events,
    state,
    calls,
    callOf,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    /** Stores a change of the playback state. */
    changePlayback: () => {
      state.playbackVersion += 1;
      return events.commit(roomId, 'playbackState', playbackPayload(false));
    },
    /** Stores a chat event. */
    chat: (content = 'hello') => {
      const value = { message: { content } };
      return events.commit(roomId, 'chatEvents', changePayload({ resource: { case: 'chatEvent', value } }));
    },
    /** Commits a termination. */
    terminate: (by: Termination['by'], id: string, code: TerminationCode) => {
      const emit = ({ topic, kind, payload }: NewEvent) => void events.commit(topic, kind, payload);
      emitTermination({ emit }, { by, ids: [id], code });
    },
    /** Stores a change of members that names them. */
    changeMembers: (...userIds: string[]) => {
      const value = { members: userIds.map((userId) => ({ userId })) };
      return events.commit(roomId, 'roomMembers', changePayload({ resource: { case: 'roomMembers', value } }));
    },
    connect: (principal: RoomPrincipal | string, isFast = true, room = roomId) => {
      const who = typeof principal === 'string' ? userPrincipal(principal) : principal;
      return new Peer(realtime.admit(callOf(who, room)), new FakeSocket(isFast));
    },
  };
}

export type Harness = Awaited<ReturnType<typeof makeHarness>>;

/** A client with its connection. */
export class Peer {
  readonly session: Session;
  readonly socket: FakeSocket;

  constructor(session: Session, socket: FakeSocket) {
    this.session = session;
    this.socket = socket;
    session.start(socket);
  }

  say(message: Body, clientOperationId?: string): void {
    const init = { message, ...(clientOperationId !== undefined && { clientOperationId }) };
    this.session.receive(toBinary(ClientMessageSchema, create(ClientMessageSchema, init)));
  }

  /** Observes and lets what can happen, happen. */
  async observe(
    observeId: string,
    request: Omit<MessageInitShape<typeof ObserveResourceSchema>, 'observeId' | '$typeName'>,
  ) {
    this.say({ case: 'observeResource', value: { ...request, observeId } as never });
    await settle();
  }

  /** The network is gone: what was not read is lost. */
  drop(): void {
    this.session.closed();
  }
}

/** Queries as tests write them. */
export const playbackState = { case: 'playbackState', value: {} } as const;
export const chatEvents = { case: 'chatEvents', value: {} } as const;
export const selfRoomMember = { case: 'selfRoomMember', value: {} } as const;
export const onlineMembers = { case: 'onlineMembers', value: {} } as const;
