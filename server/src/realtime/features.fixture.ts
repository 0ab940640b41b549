/** The declarations of fake features, based on plain variables. */
import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Incoming, Principal, RoomStanding } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import { changePayload, decodePayload } from './frames.ts';
import type { MemoryEvents } from './memory-events.fixture.ts';
import { roomId } from './people.fixture.ts';
import { principalIdOf, type Resource, type Snapshot } from './resource.ts';
import type { RealtimeWiring } from './wiring.ts';

const permissions = new Set<Permission>([Permission.VIEW_MEMBERS, Permission.VIEW_CHAT_HISTORY]);

/** Stands in for the database rows of a test's features. */
export class FakeState {
  playbackVersion = 1;
  /** Number of loaded snapshots. */
  loads = 0;
  /** True: the database is unavailable. */
  failing = false;
  /** People whose sign-in has ended. */
  readonly signedOut = new Set<string>();
  /** Standing of people who are not ordinary members; undefined: the person is not in the room. */
  readonly standings = new Map<string, RoomStanding | undefined>();
  /** People whose standing was checked, in order. */
  readonly checks: string[] = [];

  standingOf(id: string): RoomStanding | undefined {
    return this.standings.has(id) ? this.standings.get(id) : { roomId, role: RoomRole.MEMBER, permissions };
  }

  findStanding(principal: Principal): RoomStanding | undefined {
    const id = principal.kind === 'user' ? principal.userId : principal.kind === 'guest' ? principal.guestId : '';
    this.checks.push(id);
    if (this.failing) throw new Error('the database is away');
    if (this.signedOut.has(id)) throw new AppError('unauthenticated', 'auth.invalid_token', 'signed out');
    return this.standingOf(id);
  }

  playbackPayload(snapshot: boolean): Uint8Array {
    const version = this.playbackVersion;
    return changePayload({ version, snapshot, resource: { case: 'playbackState', value: { version } } });
  }

  async loadPlayback(events: MemoryEvents): Promise<Snapshot> {
    this.loads += 1;
    if (this.failing) throw new Error('the database is away');
    const loaded = { version: this.playbackVersion, payload: this.playbackPayload(true) };
    await events.gate;
    return loaded;
  }
}

/** A state, a log, and a state that follows the standing of its viewer. */
export function fakeResources(state: FakeState, events: MemoryEvents): Resource[] {
  return [
    { case: 'playbackState', key: () => 'playbackState', snapshot: () => state.loadPlayback(events) },
    { case: 'chatEvents', key: () => 'chatEvents', permission: Permission.VIEW_CHAT_HISTORY },
    {
      case: 'selfRoomMember',
      followsStanding: true,
      key: (_, { principal }) => `selfRoomMember/${principalIdOf(principal)}`,
      snapshot: async () => {
        state.loads += 1;
        const resource = { case: 'selfRoomMember', value: {} } as const;
        return { version: 0, payload: changePayload({ snapshot: true, resource }) };
      },
    },
  ];
}

/** Standing events as the features members and rooms declare them. */
export const fakeStandingEvents: RealtimeWiring['standingEvents'] = [
  { kind: 'roomMembers', personsOf: membersNamedIn },
  { kind: 'roomSettings' },
];

function membersNamedIn(payload: Uint8Array): string[] {
  const { resource } = decodePayload(payload);
  return resource.case === 'roomMembers' ? resource.value.members.map(({ userId }) => userId) : [];
}

/** The call pipeline: records calls, and returns the answers that the test sets. */
export class FakePipeline {
  readonly calls: Incoming[] = [];
  answer: (incoming: Incoming) => Promise<unknown> = async () => ({});

  run(incoming: Incoming): Promise<unknown> {
    this.calls.push(incoming);
    return this.answer(incoming);
  }
}
