/** The calls of `room …`, and the printed answers. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { RoomControl, RoomStatus, RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { BrowserFamily, ViewerState, ViewerWay } from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
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

const kino = {
  ownerActive: true,
  room: {
    id: 'room_1',
    name: 'Kino',
    description: 'old films',
    creatorId: 'usr_1',
    creatorUsername: 'anna',
    status: RoomStatus.ACTIVE,
    visibility: RoomVisibility.HIDDEN,
    memberCount: 12,
    onlineCount: 3,
    createdAt: at('2026-03-01T20:15:30Z'),
  },
};

describe('room list', () => {
  test('asks for what the options say, and for nothing when there are none', async () => {
    await server.run('room list');
    const more = '--online --ownerless --sort members --page 2 --page-size 5';
    await server.run(`room list --search kin --status closed --visibility hidden --creator usr_1 ${more}`);
    expect(server.requests(method.listRooms)).toEqual([
      {},
      {
        search: 'kin',
        status: 'ROOM_STATUS_CLOSED',
        visibility: 'ROOM_VISIBILITY_HIDDEN',
        creatorId: 'usr_1',
        onlineOnly: true,
        ownerlessOnly: true,
        sort: 'ADMIN_ROOM_SORT_MEMBERS',
        page: 2,
        pageSize: 5,
      },
    ]);
  });

  test('[CL9] finds the creator by name before it asks for the rooms', async () => {
    server.answers(method.listUsers, { users: [{ user: { id: 'usr_7', username: 'Anna' } }] });
    await server.run('room list --creator anna');
    expect(server.asked.map(({ name }) => name)).toEqual(['ListUsers', 'ListRooms']);
    expect(server.requests(method.listRooms)).toEqual([{ creatorId: 'usr_7' }]);
  });

  test('[CL2] has a line for each room, and says that there are more', async () => {
    server.answers(method.listRooms, { rooms: [kino], total: 2 });
    const { out, err } = await server.run('room list');
    expect(out.trimEnd().split('\n')[1]!.split(/ {2,}/)).toEqual([
      ...['room_1', 'Kino', 'anna', 'active', 'hidden', '12', '3', '2026-03-01 20:15:30'],
    ]);
    expect(err).toBe('1–1 of 2; --page 2 shows more\n');
  });
});

describe('room get', () => {
  const shown = async (more: object) => {
    server.answers(method.getRoom, { room: { ...kino, ...more } });
    return (await server.run('room get room_1')).out;
  };

  test('shows a room, without what it does not have', async () => {
    expect(await shown({})).toBe(
      [
        'id           room_1',
        'name         Kino',
        'description  old films',
        'creator      anna (usr_1)',
        'status       active',
        'visibility   hidden',
        'password     no',
        'members      12, 3 online',
        'made         2026-03-01 20:15:30',
        '',
      ].join('\n'),
    );
  });

  test('tells that nobody can enter because of its creator, and who banned it', async () => {
    expect(await shown({ ownerActive: false })).toContain('anna (usr_1), banned or deleted: the room is unavailable');
    const ban = { createdAt: at('2026-04-01T00:00:00Z'), reason: 'spam' };
    expect(await shown({ ban })).toMatch(/^banned +2026-04-01 00:00:00 by the operator\nreason +spam$/m);
    expect(await shown({ ban: { ...ban, actorName: 'boris' } })).toContain('by boris\n');
  });
});

describe('room create', () => {
  test('makes a public room with its defaults when nothing else is said', async () => {
    server.answers(method.createRoom, { room: kino });
    expect((await server.run('room create Kino --creator usr_1', 'not asked for\n')).code).toBe(0);
    expect(server.requests(method.createRoom)).toEqual([
      { userId: 'usr_1', room: { name: 'Kino', visibility: 'ROOM_VISIBILITY_PUBLIC', settings: {} } },
    ]);
  });

  test('[CL6] takes all of it from the command line, but the password', async () => {
    server.answers(method.createRoom, { room: kino });
    const flags = `--description 'old films' --visibility hidden --password --set control=everyone --set wait_seconds=3`;
    await server.run(`room create Kino --creator usr_1 ${flags}`, 'popcorn\n');
    expect(server.requests(method.createRoom)).toEqual([
      {
        userId: 'usr_1',
        room: {
          name: 'Kino',
          description: 'old films',
          visibility: 'ROOM_VISIBILITY_HIDDEN',
          password: 'popcorn',
          settings: { control: 'ROOM_CONTROL_EVERYONE', waitSeconds: 3 },
        },
      },
    ]);
  });

  test.each([
    ['--creator usr_1 --set contrl=everyone', 'did you mean control?'],
    ['--creator usr_1 --set control=nobody', 'nobody is none of hosts, everyone'],
    ['--creator usr_1 --set control', 'is not PATH=VALUE'],
    [`--creator usr_1 --set 'admin_permissions={"add":[]}'`, 'add'],
    ['', '--creator'],
  ])('[CL3] with %j is refused before anything is sent', async (flags, told) => {
    expect(await server.run(`room create Kino ${flags}`)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(told),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('room settings', () => {
  const settings = { control: RoomControl.HOSTS, allowGuests: false, slowModeSeconds: 0 };

  test('shows all values, also those that are off', async () => {
    server.answers(method.getRoomSettings, { settings, version: 4 });
    const { out } = await server.run('room settings room_1');
    expect(out).toMatch(/^control +hosts$/m);
    expect(out).toMatch(/^allow_guests +false$/m);
    expect(out).toMatch(/^slow_mode_seconds +0$/m);
    expect(server.asked).toEqual([expect.objectContaining({ name: 'GetRoomSettings', request: { roomId: 'room_1' } })]);
  });

  test('[CL2] are the answer of the contract for programs, whatever was done', async () => {
    server.answers(method.getRoomSettings, { settings, version: 4 });
    server.answers(method.updateRoomSettings, { settings, version: 5 });
    server.answers(method.resetRoomSettings, { settings, version: 6 });
    const versionAfter = async (flags: string) =>
      JSON.parse((await server.run(`room settings room_1 ${flags} --output json`)).out);
    expect(await versionAfter('')).toMatchObject({ settings: { control: 'hosts', allow_guests: false }, version: 4 });
    expect(await versionAfter('--set control=hosts')).toMatchObject({ version: 5 });
    expect(await versionAfter('--reset --yes')).toMatchObject({ version: 6 });
  });

  test('changes what is named and nothing else', async () => {
    server.answers(method.updateRoomSettings, { settings });
    await server.run('room settings room_1 --set allow_guests=false --set maxMembers=20');
    expect(server.requests(method.updateRoomSettings)).toEqual([
      { roomId: 'room_1', settings: { allowGuests: false, maxMembers: 20 } },
    ]);
  });

  test('[CL5] are put back only when that was confirmed', async () => {
    expect(await server.run('room settings room_1 --reset')).toMatchObject({
      code: 4,
      err: expect.stringContaining('Put all settings of room_1 back'),
    });
    expect(server.asked).toEqual([]);
  });

  test('[CL3] are not put back and set at once', async () => {
    expect(await server.run('room settings room_1 --reset --set control=hosts --yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reset goes without --set'),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('room password', () => {
  test('[CL6] comes from standard input, and is taken away by name only', async () => {
    server.answers(method.updateRoomPassword, { room: kino });
    await server.run('room password room_1', 'popcorn\n');
    await server.run('room password room_1 --remove', 'not read\n');
    expect(server.requests(method.updateRoomPassword)).toEqual([
      { roomId: 'room_1', password: 'popcorn' },
      { roomId: 'room_1' },
    ]);
  });

  test('[CL6] that is empty changes nothing', async () => {
    expect(await server.run('room password room_1', '\n')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no password was given\n--remove takes the password away/),
    });
    expect(server.asked).toEqual([]);
  });
});

describe('who may enter', () => {
  test.each([
    ['room close room_1 --yes', method.closeRoom, { roomId: 'room_1' }],
    ['room reopen room_1', method.reopenRoom, { roomId: 'room_1' }],
    ['room ban room_1 --reason spam --yes', method.banRoom, { roomId: 'room_1', reason: 'spam' }],
    ['room ban room_1 --yes', method.banRoom, { roomId: 'room_1' }],
    ['room unban room_1', method.unbanRoom, { roomId: 'room_1' }],
    ['room clear-cover room_1', method.clearRoomCover, { roomId: 'room_1' }],
  ])('%s is one call, and shows the room', async (command, call, request) => {
    server.answers(call, { room: kino });
    expect(await server.run(command)).toMatchObject({ code: 0, out: expect.stringMatching(/^name +Kino$/m) });
    expect(server.asked.map(({ name, request: asked }) => ({ name, asked }))).toEqual([
      { name: call.name, asked: request },
    ]);
  });

  test.each([
    ['room close room_1', 'Everybody but its creator is sent out'],
    ['room ban room_1', 'Everybody in it is sent out'],
    ['room delete room_1', 'with everything in it'],
    ['room erase room_1', 'Nobody can bring it back'],
    ['room transfer room_1 usr_1', 'Its creator stays as an admin'],
  ])('[CL5] %s is asked for before anything is done', async (command, told) => {
    expect(await server.run(command)).toMatchObject({ code: 4, out: '', err: expect.stringContaining(told) });
    expect(server.asked).toEqual([]);
  });
});

describe('deleted rooms', () => {
  test('tell who deleted them and until when they can be restored', async () => {
    const deleted = {
      ...{ id: 'room_1', name: 'Kino', creatorUsername: 'anna', memberCount: 12, deletedByAdministrator: true },
      ...{ deletedAt: at('2026-04-01T00:00:00Z'), restorableUntil: at('2026-05-01T00:00:00Z') },
    };
    const rooms = [deleted, { ...deleted, id: 'room_2', deletedByAdministrator: false }];
    server.answers(method.listDeletedRooms, { rooms, total: 2 });
    const { out, err } = await server.run('room deleted --search kin --page 1');
    const [, first, second] = out.trimEnd().split('\n');
    expect(first!.split(/ {2,}/)).toEqual([
      ...['room_1', 'Kino', 'anna', '12', '2026-04-01 00:00:00', 'administrator', '2026-05-01 00:00:00'],
    ]);
    expect(second).toMatch(/ creator +2026-05-01/);
    expect(err).toBe('');
    expect(server.requests(method.listDeletedRooms)).toEqual([{ search: 'kin', page: 1 }]);
  });
});

describe('room transfer', () => {
  test('makes the user a member first when it is told to', async () => {
    server.answers(method.addMember, {});
    server.answers(method.transferRoomOwnership, { member: { username: 'Boris' } });
    expect((await server.run('room transfer room_1 usr_2 --yes')).out).toBe('room_1 belongs to Boris\n');
    expect(server.asked.map(({ name }) => name)).toEqual(['TransferRoomOwnership']);
    await server.run('room transfer room_1 usr_2 --add --yes');
    expect(server.asked.slice(1).map(({ name, request }) => [name, request])).toEqual([
      ['AddMember', { roomId: 'room_1', userId: 'usr_2' }],
      ['TransferRoomOwnership', { roomId: 'room_1', userId: 'usr_2' }],
    ]);
  });
});

describe('room diagnose', () => {
  const viewer = {
    displayName: 'Ben',
    report: {
      state: ViewerState.FAILED,
      stalledSeconds: 1.25,
      stalls: 2,
      roundTripMs: 31.4,
      browser: BrowserFamily.FIREFOX,
      way: ViewerWay.DIRECT,
    },
    findings: [{ sentence: 'Ben’s browser cannot play HEVC.', advice: 'Switch conversion on.' }],
  };
  const state = { mediaId: 'media_1', mediaName: 'Metropolis', isPlaying: true };
  const seek = { ...state, action: PlaybackAction.SEEK, actorDisplayName: 'Anna', positionSeconds: 61.26, atMs: 0 };

  test('shows each viewer, what is wrong and what helps, and the last commands', async () => {
    const viewers = [viewer, { displayName: 'Cara' }];
    const commands = [seek, { ...seek, action: PlaybackAction.WAIT, actorDisplayName: '' }];
    server.answers(method.diagnoseRoom, {
      diagnosis: { playbackState: state, viewers, commands, silentReplicas: 1 },
    });
    const { out, err } = await server.run('room diagnose room_1');
    expect(server.requests(method.diagnoseRoom)).toEqual([{ roomId: 'room_1' }]);
    expect(out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
      'Metropolis: plays',
      '',
      'VIEWER | STATE | OFF P50 | OFF P95 | STALLS | STALLED | ROUND TRIP | PLAYER | WAY | BROWSER',
      'Ben | failed | 2 | 1.3 s | 31 ms | direct | firefox',
      'Cara | no player',
      '',
      'Ben’s browser cannot play HEVC. Switch conversion on.',
      '',
      'AT | WHO | DID | POSITION',
      '1970-01-01 00:00:00 | Anna | seek | 61.3 s',
      '1970-01-01 00:00:00 | the server | wait | 61.3 s',
      '',
    ]);
    expect(err).toBe('1 replica did not answer; their viewers have no figures\n');
  });

  test('says so where nothing is wrong, and who is waited for', async () => {
    const waiting = { members: [{ displayName: 'Ben' }] };
    server.answers(method.diagnoseRoom, { diagnosis: { playbackState: { ...state, waiting } } });
    const { out } = await server.run('room diagnose room_1');
    expect(out).toContain('Metropolis: waits for Ben\n');
    expect(out).toContain('nothing is wrong\n');
    server.answers(method.diagnoseRoom, { diagnosis: {} });
    expect((await server.run('room diagnose room_1')).out).toContain('nothing is chosen\n');
  });
});
