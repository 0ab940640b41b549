/** A process with one or more rooms and no network, for the tests of realtime. */
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import type { Incoming, RoomPrincipal } from '../kernel/call.ts';
import { makeLog } from '../kernel/log.ts';
import type { NewEvent } from '../store/events/event.ts';
import type { Bus } from './bus.ts';
import type { OpeningCall } from './context.ts';
import { FakePipeline, FakeState, fakeResources, fakeStandingEvents } from './features.fixture.ts';
import { changePayload } from './frames.ts';
import type { RealtimeLimits } from './limits.ts';
import { MemoryBus } from './memory-bus.fixture.ts';
import { MemoryEvents } from './memory-events.fixture.ts';
import { FakeSocket, Peer } from './peer.fixture.ts';
import { roomId, userPrincipal } from './people.fixture.ts';
import { makeRealtime, type Realtime } from './realtime.ts';
import { principalIdOf, type Resource } from './resource.ts';
import type { Signals } from './signals.ts';
import { emitTermination, type Termination } from './terminations.ts';

const log = makeLog('silent');

export interface HarnessOptions {
  readonly limits?: Partial<RealtimeLimits>;
  readonly clock?: FakeClock;
  readonly bus?: Bus;
  readonly events?: MemoryEvents;
  readonly replicaId?: string;
  readonly resources?: readonly Resource[];
  readonly signals?: Signals;
}

/** Makes a running process whose features are plain variables. */
export async function makeHarness(options: HarnessOptions = {}): Promise<Harness> {
  const { clock = new FakeClock(), bus = new MemoryBus(), events = new MemoryEvents() } = options;
  const { replicaId = 'replica-1', limits = {}, signals = {} } = options;
  const state = new FakeState();
  const pipeline = new FakePipeline();
  let connections = 0;
  const newConnectionId = () => `con_${++connections}`;
  const realtime = makeRealtime({ events, bus, clock, log, replicaId, newConnectionId, limits });
  realtime.wire({
    resources: options.resources ?? fakeResources(state, events),
    signals,
    standingEvents: fakeStandingEvents,
    pipeline: { unary: (_, incoming) => pipeline.run(incoming as Incoming) as never },
    findStanding: async (principal) => state.findStanding(principal),
  });
  await realtime.start?.();
  return new Harness({ realtime, clock, bus, events, state, pipeline });
}

type HarnessParts = Pick<Harness, 'realtime' | 'clock' | 'bus' | 'events' | 'state' | 'pipeline'>;

/** A running process, and the events that tests cause in it. */
export class Harness {
  readonly realtime: Realtime;
  readonly clock: FakeClock;
  readonly bus: Bus;
  readonly events: MemoryEvents;
  readonly state: FakeState;
  readonly pipeline: FakePipeline;

  constructor({ realtime, clock, bus, events, state, pipeline }: HarnessParts) {
    this.realtime = realtime;
    this.clock = clock;
    this.bus = bus;
    this.events = events;
    this.state = state;
    this.pipeline = pipeline;
  }

  /** The call with which a person opens a connection. */
  callOf(principal: RoomPrincipal, room = roomId): OpeningCall {
    const standing = this.state.standingOf(principalIdOf(principal)) ?? {
      role: RoomRole.MEMBER,
      permissions: new Set(),
    };
    return {
      method: RoomService.method.messageStream,
      principal,
      room: { ...standing, roomId: room },
      requestId: 'request',
      transport: 'ws',
      address: '127.0.0.1',
      userAgent: 'test',
      receivedAtMs: this.clock.nowMs(),
      signal: new AbortController().signal,
    };
  }

  connect(principal: RoomPrincipal | string, isFast = true, room = roomId): Peer {
    const who = typeof principal === 'string' ? userPrincipal(principal) : principal;
    return new Peer(this.realtime.admit(this.callOf(who, room)), new FakeSocket(isFast));
  }

  /** Stores a change of the playback state. */
  changePlayback(): number {
    this.state.playbackVersion += 1;
    return this.events.commit(roomId, 'playbackState', this.state.playbackPayload(false));
  }

  /** Stores a chat event. */
  chat(content = 'hello'): number {
    const value = { message: { content } };
    return this.events.commit(roomId, 'chatEvents', changePayload({ resource: { case: 'chatEvent', value } }));
  }

  /** Stores a change of members that names them. */
  changeMembers(...userIds: string[]): number {
    const value = { members: userIds.map((userId) => ({ userId })) };
    return this.events.commit(roomId, 'roomMembers', changePayload({ resource: { case: 'roomMembers', value } }));
  }

  /** Stores a termination. */
  terminate(by: Termination['by'], id: string, code: TerminationCode): void {
    const emit = ({ topic, kind, payload }: NewEvent) => void this.events.commit(topic, kind, payload);
    emitTermination({ emit }, { by, ids: [id], code });
  }
}
