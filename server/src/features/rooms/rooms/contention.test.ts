import { RoomStatus } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

let server: TestServer;
let owner: TestUser;
let member: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  [owner, member] = await Promise.all([server.signUp('owner'), server.signUp('member')]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
});

/** Runs `work` while a transaction that began with `statement` is open. */
async function during(statement: string, values: unknown[], work: (end: () => Promise<unknown>) => Promise<void>) {
  const client = new pg.Client(server.database);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement, values);
    await work(() => client.query('commit'));
  } finally {
    await client.end();
  }
}

/** Waits until `count` statements wait for locks. */
const waiting = (count: number) =>
  until(`${count} statements wait`, async () => {
    const rows = await server.sql(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length === count;
  });

const send = (by: TestUser, id: string, to = server) =>
  to.rest({
    call: 'RoomService.SendChatMessage',
    token: by.token,
    room,
    request: { content: id, client_message_id: id },
  });

test('[RO15] [ST37] nobody waits for those who store what refers to the room or its people', async () => {
  const root = await server.signIn();
  const [kicked, promoted, leaver, newcomer, brought] = (await Promise.all(
    ['kicked', 'promoted', 'leaver', 'newcomer', 'brought'].map((name) => server.signUp(name)),
  )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
  await joinRoom(server, room, kicked, promoted, leaver, brought);
  const media = await addMedia(server, room, owner);
  await server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: kicked.id } });
  await server.ok({ call: 'AdminService.DeleteUser', token: root.token, request: { user_id: brought.id } });
  const acts = {
    join: { call: 'UserService.JoinRoom', token: newcomer.token, request: { room_id: room } },
    settings: { call: 'RoomService.UpdateRoomSettings', request: { settings: { wait_seconds: 5 } } },
    kick: { call: 'RoomService.KickMember', request: { user_id: kicked.id } },
    role: { call: 'RoomService.UpdateMemberPermissions', request: { user_id: promoted.id, role: 'admin' } },
    leave: { call: 'RoomService.LeaveRoom', token: leaver.token },
    playback: { call: 'RoomService.StartPlayback', request: { media_id: media } },
    library: { call: 'RoomService.AddMedia', request: { name: 'two', source: directUrl('two') } },
    chat: { call: 'RoomService.SendChatMessage', request: { content: 'ha', client_message_id: 'ha' } },
    room: { call: 'UserService.CreateRoom', request: { name: 'Another' } },
    unban: { call: 'AdminService.UnbanUser', token: root.token, request: { user_id: kicked.id } },
  };
  await during('select 1 from rooms, users where rooms.id = $1 for key share', [room], async () => {
    const answers = await Promise.all(
      Object.entries(acts).map(async ([name, act]) => {
        const { status, reason } = await server.rest({ token: owner.token, room, ...act } as never);
        return [name, reason ?? status];
      }),
    );
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(acts).map((name) => [name, 200])));
    // After the other calls, because a banned room would refuse them.
    await server.ok({ call: 'AdminService.BanRoom', token: root.token, request: { room_id: room } });
  });
});

test('[RO15] [ST38] a room that is deleted lets in no more messages, so those that were on their way do not hold up the deletion', async () => {
  const other = await startTestServer({ database: server.database });
  onTestFinished(other.stop);
  await during('select 1 from topics where topic = $1 for update', [room], async (end) => {
    const first = send(member, 'first');
    await waiting(1);
    const deleted = server.rest({ call: 'RoomService.DeleteRoom', token: owner.token, room });
    await waiting(2);
    const second = send(owner, 'second', other);
    await waiting(3);
    await end();
    expect((await first).status).toBe(200);
    expect((await deleted).status).toBe(200);
    expect((await second).reason).toBe('rooms.not_found');
  });
});

test('[RO23] a room that is closed while somebody comes in by an invitation does not let them in', async () => {
  const { token: invitation } = await server.ok({ call: 'RoomService.CreateRoomInvitation', token: owner.token, room });
  const { token } = await server.signUp('invited');
  await during('update rooms set status = $2 where id = $1', [room, RoomStatus.CLOSED], async (end) => {
    const joining = server.rest({ call: 'UserService.JoinRoom', token, request: { room_id: room, invitation } });
    await waiting(1);
    await end();
    expect((await joining).reason).toBe('rooms.not_admitted');
  });
  expect(await server.sql('select 1 from room_invitation_uses')).toEqual([]);
});

test('[ME10] an account that is deleted while it is put out of a room is not brought back there', async () => {
  const { token } = await server.signIn();
  const putOut = `with held as (select id from rooms where id = $1 for no key update)
    delete from room_members using held where room_id = held.id and user_id = $2`;
  const request = { user_id: member.id };
  await during(putOut, [room, member.id], async (end) => {
    const deleting = server.rest({ call: 'AdminService.DeleteUser', token, request });
    await waiting(1);
    await end();
    expect((await deleting).status).toBe(200);
  });
  await server.ok({ call: 'AdminService.RestoreUser', token, request });
  const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: owner.token, room });
  expect(members).toHaveLength(1);
  member = await server.signUp('member');
});

test('[RO7] whoever has given the room away meanwhile does not delete it', async () => {
  await during('update rooms set creator_id = $2 where id = $1', [room, member.id], async (end) => {
    const deleting = server.rest({ call: 'RoomService.DeleteRoom', token: owner.token, room });
    await waiting(1);
    await end();
    expect((await deleting).reason).toBe('rooms.not_creator');
  });
  expect((await server.rest({ call: 'UserService.GetRoom', token: member.token, room })).status).toBe(200);
});

test.each([
  ['password_record = $2', 'a record', 'rooms.wrong_password', undefined],
  ['settings = settings || $2', { require_approval: true }, 'rooms.not_admitted', 'REQUEST_APPROVAL'],
  ['settings = settings || $2', { automatic_join: false }, 'rooms.not_admitted', 'INVITATION'],
  ['status = $2', RoomStatus.CLOSED, 'rooms.not_admitted', 'UNAVAILABLE'],
])(
  '[RO23] a room that changes while people come in (%s, %o) lets none of them in',
  async (change, value, reason, access) => {
    const newcomers = [await server.signUp('first'), await server.signUp('second')];
    const join = ({ token }: TestUser) =>
      server.rest({ call: 'UserService.JoinRoom', token, request: { room_id: room } });
    await during(`update rooms set ${change} where id = $1`, [room, value], async (end) => {
      const joining = newcomers.map(join);
      await waiting(1);
      await end();
      for (const answer of await Promise.all(joining)) {
        expect(answer.reason).toBe(reason);
        if (access !== undefined) expect(answer.json.details.metadata.access).toBe(access);
      }
    });
    const [{ n }] = (await server.sql('select count(*)::int as n from room_members where room_id = $1', [room])) as [
      { n: number },
    ];
    expect(n).toBe(2);
  },
);
