import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = makeJumpingClock();
let server: TestServer;
let owner: TestUser;
let member: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  [owner, member] = [await server.signUp('owner'), await server.signUp('member')];
  room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
});
afterAll(() => server?.stop());

let sent = 0;
const say = async (by: TestUser, content: string): Promise<string> => {
  const request = { client_message_id: `m-${++sent}`, content };
  const { message } = await server.ok({ call: 'RoomService.SendChatMessage', token: by.token, room, request });
  return message.id;
};
const call = (by: TestUser, method: string, request: object) =>
  server.rest({ call: `RoomService.${method}`, token: by.token, room, request: request as never });
const report = (by: TestUser, target: object) =>
  call(by, 'ReportContent', { category: 'other', text: 'look', ...target });
const get = async (id: string) => (await call(owner, 'GetRoomContentReport', { report_id: id })).json.report;

test('[RP8] what told of reports is read once all are decided, for administrators and for moderators apart', async () => {
  const root = await server.signIn();
  const [host, guest, other] = [
    await server.signUp('host'),
    await server.signUp('visitor'),
    await server.signUp('other'),
  ];
  const own = await makeRoom(server, host);
  await joinRoom(server, own, guest, other);
  const tell = async (by: TestUser, target: object) => {
    const request = { category: 'other', text: 'look', ...target } as never;
    return (await server.ok({ call: 'RoomService.ReportContent', token: by.token, room: own, request })).report_id;
  };
  const unread = async (user: TestUser) => {
    const request = { unread_only: true };
    return (await server.ok({ call: 'NotificationService.ListNotifications', token: user.token, request })).total;
  };
  const decide = (report_id: string) => {
    const request = { report_id, status: 'resolved', note: '', expected_version: 1 };
    return server.ok({ call: 'AdminService.UpdateContentReportStatus', token: root.token, request });
  };
  const [first, second] = [await tell(guest, { whole_room: {} }), await tell(other, { whole_room: {} })];
  const inRoom = await tell(guest, { member_id: other.id });
  expect([await unread(root), await unread(host)]).toEqual([1, 1]);
  await decide(first);
  expect([await unread(root), await unread(host)]).toEqual([1, 1]);
  await decide(second);
  expect([await unread(root), await unread(host)]).toEqual([0, 1]);
  await decide(inRoom);
  expect(await unread(host)).toBe(0);
});

test('[RP2] [RP8] many reports of one thing at once are one, and tell once', async () => {
  const message_id = await say(member, 'hello');
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  await joinRoom(server, room, anna, berta);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => report(n % 2 ? anna : berta, { message_id })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ json }) => json.report_id)).size).toBe(2);
  const { notifications } = await server.ok({ call: 'NotificationService.ListNotifications', token: owner.token });
  expect(notifications[0]).toMatchObject({ count: 2, room: { room_id: room }, report_arrived: { target: 'message' } });
  expect(notifications[0].actor).toBeUndefined();
});

test('[RP4] a report keeps what was reported, edited or deleted', async () => {
  const message_id = await say(owner, 'first words');
  const id = (await report(member, { message_id })).json.report_id;
  await call(owner, 'EditChatMessage', { message_id, content: 'other words', expected_version: 1 });
  await call(owner, 'DeleteChatMessage', { message_id, expected_version: 2 });
  const { token } = await server.signIn();
  const { report: kept } = await server.ok({
    call: 'AdminService.GetContentReport',
    token,
    request: { report_id: id },
  });
  expect(kept.content).toMatchObject({ message_content: 'first words', username: owner.username });
});

test('[RP7] of two decisions at once one wins', async () => {
  const carl = await server.signUp('carl');
  await joinRoom(server, room, carl);
  const id = (await report(carl, { member_id: member.id })).json.report_id;
  const decide = (status: string) =>
    call(owner, 'UpdateRoomContentReportStatus', { report_id: id, status, note: '', expected_version: 1 });
  const answers = await Promise.all(['resolved', 'dismissed', 'resolved', 'dismissed'].map(decide));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'reports.decided')).toHaveLength(3);
  expect((await get(id)).steps).toHaveLength(1);
  const told = await server.ok({ call: 'NotificationService.ListNotifications', token: carl.token });
  expect(told.total).toBe(1);
  expect(JSON.stringify(told)).not.toContain(owner.username);
});

test('[RP6] an administrator does not see a report about themselves', async () => {
  const [keeper, { token }] = [await server.signUp('keeper'), await server.signIn()];
  await joinRoom(server, room, keeper);
  const id = (await report(member, { user_id: keeper.id })).json.report_id;
  await server.ok({ call: 'AdminService.AddAdmin', token, request: { user_id: keeper.id } });
  const ask = (by: string) =>
    server.rest({ call: 'AdminService.GetContentReport', token: by, request: { report_id: id } });
  const signedIn = await server.signIn(keeper.username);
  expect((await ask(signedIn.token)).reason).toBe('reports.not_found');
  expect((await ask(token)).status).toBe(200);
});

test('[RP3] the 21st report of an hour waits, also of many at once', async () => {
  const flood = await server.signUp('flood');
  await joinRoom(server, room, flood);
  const ids = await Promise.all(Array.from({ length: 24 }, (_, n) => say(owner, `words ${n}`)));
  const answers = await Promise.all(ids.map((message_id) => report(flood, { message_id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ reason }) => reason === 'reports.too_many')).toHaveLength(4);
});

test('[RP3] guests of one network count together, however many they are', async () => {
  const open = await makeRoom(server, owner, { settings: { allow_guests: true } });
  const reportAsGuest = async () => {
    const { guestToken: token } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: open } });
    const request = { whole_room: {}, category: 'spam' };
    return server.rest({ call: 'RoomService.ReportContent', token, room: open, request });
  };
  const answers = await Promise.all(Array.from({ length: 23 }, reportAsGuest));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ reason }) => reason === 'reports.too_many')).toHaveLength(3);
});

test('[RP10] decided reports go after 180 days', async () => {
  const dora = await server.signUp('dora');
  await joinRoom(server, room, dora);
  const id = (await report(dora, { member_id: member.id })).json.report_id;
  const old = new Date(clock.nowMs() - 181 * 86_400_000);
  const left = async () => (await server.sql('select 1 from content_reports where id = $1', [id])).length;
  await server.sql('update content_reports set created_at = $2 where id = $1', [id, old]);
  clock.runEvery(3_600_000);
  await server.sql('update content_reports set decided_at = $2, status = 3 where id = $1', [id, old]);
  expect(await left()).toBe(1);
  clock.runEvery(3_600_000);
  await expect.poll(left).toBe(0);
});
