import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, type Model, newModel, type Step } from './membership-model.fixture.ts';

const people = 6;
const maxMembers = 4;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
});
afterAll(() => server?.stop());

const anybody = fc.nat({ max: people - 1 });
const index = fc.nat({ max: 3 });
/** Mostly the creator, so that most steps have an effect. */
const moderator = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: anybody });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      who: anybody,
      invitation: fc.option(index, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'withdraw' as const), who: anybody }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('kick', 'ban', 'lift', 'add', 'approve', 'approve', 'reject', 'promote', 'demote' as const),
      by: moderator,
      who: anybody,
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('invite' as const), by: moderator, uses: fc.constantFrom(1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), by: moderator, invitation: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approval' as const), isOn: fc.boolean() }) },
);

/** The part of a run that the model lacks: tokens and ids that only the server can issue. */
interface Run {
  readonly room: string;
  readonly users: readonly TestUser[];
  readonly tokens: { readonly token: string; readonly id: string }[];
  readonly requests: Map<number, string>;
}

async function perform({ room, users, tokens, requests }: Run, done: Step): Promise<boolean> {
  const call = async (by: number, name: string, request: object) => {
    const answer = await server.rest({ call: name, token: users[by]!.token, room, request: request as never });
    return answer;
  };
  const userId = 'who' in done ? users[done.who]!.id : '';
  const ok = (answer: { status: number }) => answer.status === 200;
  switch (done.do) {
    case 'join': {
      const held = done.invitation === undefined ? undefined : tokens[done.invitation];
      // Wrong tokens would soon lock out the network that all runs share.
      const invitation = held ? { invitation: held.token } : {};
      const answer = await call(done.who, 'UserService.JoinRoom', { room_id: room, ...invitation });
      if (answer.json?.request) requests.set(done.who, answer.json.request.id);
      return ok(answer);
    }
    case 'leave':
      return ok(await call(done.who, 'RoomService.LeaveRoom', {}));
    case 'withdraw':
      return ok(await call(done.who, 'UserService.WithdrawJoinRequest', { room_id: room }));
    case 'kick':
      return ok(await call(done.by, 'RoomService.KickMember', { user_id: userId, cooldown_seconds: 3_600 }));
    case 'ban':
      return ok(await call(done.by, 'RoomService.BanFromRoom', { user_id: userId }));
    case 'lift':
      return ok(await call(done.by, 'RoomService.LiftRoomBan', { user_id: userId }));
    case 'add':
      return ok(await call(done.by, 'RoomService.AddMember', { user_id: userId }));
    case 'approve':
    case 'reject': {
      const name = done.do === 'approve' ? 'RoomService.ApproveRoomJoinReview' : 'RoomService.RejectRoomJoinReview';
      return ok(await call(done.by, name, { request_id: requests.get(done.who) ?? 'rev_none' }));
    }
    case 'promote':
    case 'demote': {
      const role = done.do === 'promote' ? 'admin' : 'member';
      return ok(await call(done.by, 'RoomService.UpdateMemberPermissions', { user_id: userId, role }));
    }
    case 'invite': {
      const answer = await call(done.by, 'RoomService.CreateRoomInvitation', { max_uses: done.uses });
      if (ok(answer)) tokens.push({ token: answer.json.token, id: answer.json.invitation.id });
      return ok(answer);
    }
    case 'revoke': {
      const request = { invitation_id: tokens[done.invitation]?.id ?? 'inv_none' };
      return ok(await call(done.by, 'RoomService.RevokeRoomInvitation', request));
    }
    case 'approval':
      return ok(await call(0, 'RoomService.UpdateRoomSettings', { settings: { require_approval: done.isOn } }));
    default:
      return done satisfies never;
  }
}

async function stateOf({ room, users, tokens }: Run) {
  const read = (call: string, request: object = {}) =>
    server.ok({ call, token: users[0]!.token, room, request: { page_size: 100, ...request } as never });
  const numberOf = ({ user_id }: { user_id: string }) => users.findIndex(({ id }) => id === user_id);
  const roles: Record<string, number> = { creator: 3, admin: 2, member: 1 };
  const { members } = await read('RoomService.GetRoomMembers');
  const { bans } = await read('RoomService.ListRoomBans');
  const { reviews } = await read('RoomService.ListRoomJoinReviews');
  const { invitations } = await read('RoomService.ListRoomInvitations', { include_ended: true });
  return {
    ranks: Object.fromEntries(
      members.map((one: { user_id: string; role: string }) => [numberOf(one), roles[one.role]]),
    ),
    banned: bans.map(numberOf).sort(),
    waiting: reviews.map(numberOf).sort(),
    left: tokens.map(({ id }) => {
      const found = invitations.find((one: { id: string }) => one.id === id);
      return found.max_uses - found.use_count;
    }),
  };
}

function expected({ ranks, banned, waiting, invitations }: Model) {
  return {
    ranks: Object.fromEntries(ranks),
    banned: [...banned].sort(),
    waiting: [...waiting].sort(),
    left: invitations.map(({ left }) => left),
  };
}

test('[RO5] [RO11] [ME6] [JR3] [RB2] [IN3] whatever people do, the room has the members that the rules give it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 45 }), async (steps) => {
      const users = await Promise.all(Array.from({ length: people }, () => server.signUp('model')));
      const room = await makeRoom(server, users[0]!, { settings: { max_members: maxMembers } });
      const run: Run = { room, users, tokens: [], requests: new Map() };
      const model = newModel(maxMembers);
      for (const [number, done] of steps.entries()) {
        const told = { number, done, works: await perform(run, done) };
        expect(told).toEqual({ number, done, works: apply(model, done) });
      }
      expect(await stateOf(run)).toEqual(expected(model));
    }),
    { numRuns: 12, endOnFailure: true, seed: Number(process.env.MATINEE_SEED ?? 20), interruptAfterTimeLimit: 60_000 },
  );
});
