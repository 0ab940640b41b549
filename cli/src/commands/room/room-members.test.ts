/** The calls of `room member …`, and the printed answers. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { method } = AdminService;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

describe('room member list', () => {
  test('asks for what the options say, and for nothing when there are none', async () => {
    await server.run('room member list room_1');
    const paged = '--page 2 --page-size 10';
    await server.run(`room member list room_1 --search ann --role admin --online --sort joined ${paged}`);
    const [plain, chosen] = server.requests(method.getRoomMembers);
    expect(plain).toEqual({ roomId: 'room_1' });
    expect(chosen).toMatchObject({ search: 'ann', role: 'ROOM_ROLE_ADMIN', onlineOnly: true, page: 2, pageSize: 10 });
  });

  test('[CL2] has a line for each member', async () => {
    const anna = { userId: 'usr_1', username: 'anna', remarkName: 'Ann', displayTag: 'host', online: true };
    const joinedAt = timestampFromDate(new Date('2026-03-01T20:15:30Z'));
    server.answers(method.getRoomMembers, { members: [{ ...anna, role: RoomRole.ADMIN, joinedAt }], total: 1 }, {});
    const { out, err } = await server.run('room member list room_1');
    expect(out.trimEnd().split('\n')[1]!.split(/ {2,}/)).toEqual([
      ...['usr_1', 'anna', 'Ann', 'host', 'admin', 'yes', '2026-03-01 20:15:30'],
    ]);
    expect(err).toBe('');
    expect((await server.run('room member list room_1')).out).toBe('nobody fits\n');
  });
});

describe('room member add', () => {
  test('takes a role that a member can be given, and none by itself', async () => {
    server.answers(method.addMember, {});
    expect((await server.run('room member add room_1 usr_1')).out).toBe('usr_1 is a member of room_1\n');
    await server.run('room member add room_1 usr_1 --role admin');
    expect(server.requests(method.addMember)).toEqual([
      { roomId: 'room_1', userId: 'usr_1' },
      { roomId: 'room_1', userId: 'usr_1', role: 'ROOM_ROLE_ADMIN' },
    ]);
  });

  test.each(['creator', 'guest', 'boss'])('[CL3] refuses the role %s, which nobody is given', async (role) => {
    expect(await server.run(`room member add room_1 usr_1 --role ${role}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--role ${role}: is none of member, admin`),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('room member remove', () => {
  test('keeps somebody out for as long as is said', async () => {
    server.answers(method.kickMember, {});
    expect((await server.run('room member remove room_1 usr_1 --yes')).out).toContain('no longer a member of room_1');
    await server.run('room member remove room_1 usr_1 --cooldown 60 --yes');
    expect(server.requests(method.kickMember)).toEqual([
      { roomId: 'room_1', userId: 'usr_1' },
      { roomId: 'room_1', userId: 'usr_1', cooldownSeconds: 60 },
    ]);
  });

  test('[CL3] [CL5] is refused for a time that is none, and without a confirmation', async () => {
    expect((await server.run('room member remove room_1 usr_1 --cooldown soon --yes')).code).toBe(2);
    expect((await server.run('room member remove room_1 usr_1')).err).toContain('Remove usr_1 from room_1?');
    expect(server.asked).toEqual([]);
  });
});

describe('room member set-permissions', () => {
  test('replaces both lists, also by empty ones', async () => {
    server.answers(method.updateMemberPermissions, {});
    const flags = '--allow delete_media --allow clear_media --deny use_voice_chat';
    expect((await server.run(`room member set-permissions room_1 usr_1 ${flags}`)).out).toBe('done\n');
    await server.run('room member set-permissions room_1 usr_1');
    const who = { roomId: 'room_1', userId: 'usr_1', replacePermissions: true };
    expect(server.requests(method.updateMemberPermissions)).toEqual([
      {
        ...who,
        addedPermissions: ['PERMISSION_DELETE_MEDIA', 'PERMISSION_CLEAR_MEDIA'],
        removedPermissions: ['PERMISSION_USE_VOICE_CHAT'],
      },
      who,
    ]);
  });

  test('[CL2] prints what the member may do now, one a line and nothing else', async () => {
    const permissions = [Permission.SEND_CHAT_MESSAGES, Permission.DELETE_MEDIA];
    server.answers(method.updateMemberPermissions, { member: { permissions } });
    expect(await server.run('room member set-permissions room_1 usr_1')).toMatchObject({
      out: 'send_chat_messages\ndelete_media\n',
      err: 'what usr_1 may do in room_1:\n',
    });
  });

  test.each(['allow', 'deny'])('[CL3] refuses to --%s what does not exist', async (option) => {
    expect(await server.run(`room member set-permissions room_1 usr_1 --${option} fly`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(new RegExp(`--${option} fly: is none of send_chat_messages, `)),
    });
    expect(server.asked).toEqual([]);
  });
});

test('a role is given without a change of what the member is granted beyond it', async () => {
  server.answers(method.updateMemberPermissions, {});
  expect((await server.run('room member set-role room_1 usr_1 member')).out).toBe('usr_1 is member of room_1\n');
  expect(server.requests(method.updateMemberPermissions)).toEqual([
    { roomId: 'room_1', userId: 'usr_1', role: 'ROOM_ROLE_MEMBER' },
  ]);
});

test('a name and a tag are taken away by leaving them out', async () => {
  server.answers(method.updateMemberRemarkName, { member: { remarkName: 'Ann' } }, { member: {} });
  server.answers(method.updateMemberDisplayTag, { member: { displayTag: 'host' } }, { member: {} });
  const said = async (command: string) => (await server.run(`room member ${command}`)).out;
  expect(await said('rename room_1 usr_1 Ann')).toBe('usr_1 is called Ann in room_1\n');
  expect(await said('rename room_1 usr_1')).toBe('usr_1 is called usr_1 in room_1\n');
  expect(await said('tag room_1 usr_1 host')).toBe('tag of usr_1 in room_1: host\n');
  expect(await said('tag room_1 usr_1')).toBe('tag of usr_1 in room_1: none\n');
  expect(server.requests(method.updateMemberRemarkName)).toEqual([
    { roomId: 'room_1', userId: 'usr_1', remarkName: 'Ann' },
    { roomId: 'room_1', userId: 'usr_1' },
  ]);
});
