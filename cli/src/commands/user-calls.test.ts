/** The calls of `user …`, and the printed answers. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { AccountStatus } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { method } = AdminService;
const at = (text: string) => timestampFromDate(new Date(text));

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

const anna = {
  user: { id: 'usr_1', username: 'anna', role: UserRole.ADMIN, createdAt: at('2026-03-01T20:15:30Z') },
  status: AccountStatus.ACTIVE,
  hasPassword: true,
  roomCount: 4,
  sessionCount: 2,
  lastSeenAt: at('2026-03-02T08:00:00Z'),
};

describe('user list', () => {
  test('asks for what the options say, and for nothing when there are none', async () => {
    await server.run('user list');
    await server.run(
      'user list --search ann --role admin --status banned --sort username --page 3 --page-size 50 --output json',
    );
    expect(server.requests(method.listUsers)).toEqual([
      {},
      {
        search: 'ann',
        role: 'USER_ROLE_ADMIN',
        status: 'ACCOUNT_STATUS_BANNED',
        sort: 'ACCOUNT_SORT_USERNAME',
        page: 3,
        pageSize: 50,
      },
    ]);
  });

  test('[CL2] has a line for each account, and says when there is none', async () => {
    server.answers(method.listUsers, { users: [anna], total: 1 }, {});
    const { out, err } = await server.run('user list');
    expect(out.trimEnd().split('\n')[1]!.split(/ {2,}/)).toEqual([
      ...['usr_1', 'anna', 'admin', 'active', '4', '2026-03-01 20:15:30', '2026-03-02 08:00:00'],
    ]);
    expect(err).toBe('');
    expect((await server.run('user list')).out).toBe('no account fits\n');
  });

  test('[CL2] counts from the page that is shown', async () => {
    server.answers(method.listUsers, { users: [anna], total: 45 });
    expect((await server.run('user list --page 3')).err).toBe('41–41 of 45; --page 4 shows more\n');
  });
});

describe('user get', () => {
  const shown = async (account: object) => {
    server.answers(method.getUser, { user: { ...anna, ...account } });
    return (await server.run('user get usr_1')).out;
  };

  test('shows an account, without what it does not have', async () => {
    expect(await shown({})).toBe(
      [
        'id         usr_1',
        'name       anna',
        'role       admin',
        'status     active',
        'password   yes',
        'rooms      4',
        'sessions   2',
        'made       2026-03-01 20:15:30',
        'last seen  2026-03-02 08:00:00',
        '',
      ].join('\n'),
    );
  });

  test('tells who banned it, why and for how long; without a name it was the operator', async () => {
    const ban = { createdAt: at('2026-04-01T00:00:00Z'), reason: 'spam' };
    const byBoris = await shown({ ban: { ...ban, actorName: 'boris', until: at('2026-05-01T00:00:00Z') } });
    expect(byBoris).toContain('banned     2026-04-01 00:00:00 by boris, until 2026-05-01 00:00:00\n');
    expect(byBoris).toMatch(/^reason +spam$/m);
    expect(await shown({ ban })).toContain('banned     2026-04-01 00:00:00 by the operator\n');
  });

  test('tells until when a deleted one can be restored', async () => {
    const deletedAt = at('2026-04-01T00:00:00Z');
    expect(await shown({ deletedAt, restorableUntil: at('2026-05-01T00:00:00Z') })).toMatch(
      /^deleted +2026-04-01 00:00:00, restorable until 2026-05-01 00:00:00$/m,
    );
  });
});

test('user rooms tells what somebody is in each room', async () => {
  const rooms = [{ room: { id: 'room_1', name: 'Kino', memberCount: 7 }, role: RoomRole.CREATOR }];
  server.answers(method.getUserRooms, { rooms, total: 30 }, {});
  const { out, err } = await server.run('user rooms usr_1 --page-size 1 --page 2');
  expect(out.trimEnd().split('\n')[1]!.split(/ {2,}/)).toEqual(['room_1', 'Kino', 'creator', '7']);
  expect(err).toBe('2–2 of 30; --page 3 shows more\n');
  expect(server.requests(method.getUserRooms)).toEqual([{ userId: 'usr_1', page: 2, pageSize: 1 }]);
  expect((await server.run('user rooms usr_1')).out).toBe('member of no room\n');
});

describe('a change of an account', () => {
  /** The requests of `command`, which all answer with the account. */
  async function asks(command: string, call: keyof typeof method, input?: string) {
    server.answers(method[call], { user: anna });
    const run = await server.run(command, input);
    expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^name +anna$/m) });
    return server.requests(method[call]);
  }

  test('[CL6] takes the first line of standard input for the password, whatever follows', async () => {
    expect(await asks('user create anna --role root', 'createUser', 'pass word 1\r\nsecond line\n')).toEqual([
      { username: 'anna', password: 'pass word 1', role: 'USER_ROLE_ROOT' },
    ]);
    expect(await asks('user set-password usr_1', 'setUserPassword', 'pass word 2')).toEqual([
      { userId: 'usr_1', password: 'pass word 2' },
    ]);
  });

  test('gives a new account no role of its own when none is named', async () => {
    expect(await asks('user create anna', 'createUser', 'password-1\n')).toEqual([
      { username: 'anna', password: 'password-1' },
    ]);
  });

  test('names the role and the new name', async () => {
    expect(await asks('user set-role usr_1 user', 'updateUserRole')).toEqual([
      { userId: 'usr_1', role: 'USER_ROLE_USER' },
    ]);
    expect(await asks('user rename usr_1 annika', 'updateUserUsername')).toEqual([
      { userId: 'usr_1', username: 'annika' },
    ]);
  });

  test('[CL9] restores from among the deleted, by another name only when one is given', async () => {
    server.answers(method.listUsers, { users: [anna] });
    expect(await asks('user restore anna', 'restoreUser')).toEqual([{ userId: 'usr_1' }]);
    expect(server.requests(method.listUsers)).toEqual([
      { search: 'anna', status: 'ACCOUNT_STATUS_DELETED', pageSize: 100 },
    ]);
    expect((await asks('user restore usr_1 --username annika', 'restoreUser')).at(-1)).toEqual({
      userId: 'usr_1',
      username: 'annika',
    });
  });

  test('bans with a reason and an end, or without', async () => {
    expect(await asks('user ban usr_1 --reason spam --until 2027-01-01 --yes', 'banUser')).toEqual([
      { userId: 'usr_1', reason: 'spam', until: '2027-01-01T00:00:00Z' },
    ]);
    expect((await asks('user ban usr_1 --yes', 'banUser')).at(-1)).toEqual({ userId: 'usr_1' });
  });

  test.each([
    ['user delete usr_1', 'Delete the account usr_1?'],
    ['user ban usr_1', 'Ban usr_1? They are signed out'],
  ])('[CL5] by %s is asked for before anything is done', async (command, question) => {
    expect(await server.run(command)).toMatchObject({ code: 4, out: '', err: expect.stringContaining(question) });
    expect(server.asked).toEqual([]);
  });
});
