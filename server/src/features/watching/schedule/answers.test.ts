import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let replica: TestServer;
let [anna, berta]: TestUser[] = [];
let room: string;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 100 } });
  replica = await startTestServer({ database: server.database });
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
});
afterAll(async () => {
  await replica?.stop();
  await server?.stop();
});
beforeEach(async () => {
  room = await makeRoom(server, anna!);
  await joinRoom(server, room, berta!);
  id = (await put(1)).id;
});

const inRoom = (call: string, request: object = {}, { token }: TestUser = anna!, at = server) =>
  at.ok({ call, token, room, request: request as never });
const put = async (hours: number) =>
  (await inRoom('ScheduleService.PutSchedule', { starts_at: new Date(Date.now() + hours * 3_600_000).toISOString() }))
    .schedule;
const answer = (by: TestUser, how: string, at = server) =>
  inRoom('ScheduleService.AnswerSchedule', { schedule_id: id, answer: how }, by, at);
const read = (by = anna!) => inRoom('ScheduleService.ListScheduleAnswers', {}, by);

test('[SH10] [SH11] each counts once on whichever replica, and whoever is in the room is told at once', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, (_, n) => server.signUp(`comer${n}`)));
  await joinRoom(server, room, ...users);
  const socket = await replica.socket(room, berta!.token);
  await socket.observe({ case: 'schedule', value: {} });
  await socket.change('schedule');
  await Promise.all(users.flatMap((user) => [answer(user, 'no'), answer(user, 'yes', replica), answer(user, 'maybe')]));
  await Promise.all(users.map((user, place) => answer(user, 'yes', place % 2 === 0 ? server : replica)));
  const isLast = ({ schedule }: { readonly schedule?: { readonly coming: number } | undefined }) =>
    schedule?.coming === users.length;
  const told = await socket.change('schedule', isLast);
  expect(told.schedule).toMatchObject({ id, coming: 5, maybe: 0, notComing: 0, version: 1 });
  expect((await read()).answers).toHaveLength(5);
  await socket.close();
});

test('[SH10] moving the start keeps the answers; one that is called off takes them along', async () => {
  await answer(berta!, 'yes');
  expect(await put(2)).toMatchObject({ id, coming: 1 });
  expect(await read(berta!)).toMatchObject({ own_answer: 'yes' });
  await inRoom('ScheduleService.ClearSchedule');
  const request = { schedule_id: id, answer: 'yes' };
  const late = { call: 'ScheduleService.AnswerSchedule', token: berta!.token, room, request };
  expect((await server.rest(late)).reason).toBe('schedule.another_start');
  expect(await read()).toEqual({ answers: [] });
  expect(await put(3)).toMatchObject({ coming: 0 });
  expect((await read(berta!)).own_answer).toBeUndefined();
  expect(await server.sql('select 1 from schedule_answers where room_id = $1', [room])).toEqual([]);
});

test('[SH11] the invitation and cards say how many come, and no names', async () => {
  await answer(berta!, 'yes');
  const { room: card } = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
  expect(card.schedule).toMatchObject({ coming: 1, maybe: 0, not_coming: 0 });
  expect(JSON.stringify(card)).not.toContain(berta!.id);
});

test('[SH11] without the right to see members only the own answer is told, and guests do not answer', async () => {
  const settings = { allow_guests: true, member_permissions: { removed: ['view_members'] } };
  await inRoom('RoomService.UpdateRoomSettings', { settings });
  await Promise.all([answer(anna!, 'yes'), answer(berta!, 'no')]);
  expect(await read(berta!)).toMatchObject({ schedule: { coming: 1, not_coming: 1 }, own_answer: 'no', answers: [] });
  expect((await read()).answers).toHaveLength(2);
  const { guestToken } = await server.ok({ call: 'AuthService.CreateGuestToken', request: { room_id: room } });
  const request = { schedule_id: id, answer: 'yes' };
  const { status } = await server.rest({ call: 'ScheduleService.AnswerSchedule', token: guestToken, room, request });
  expect(status).toBe(403);
});

test('[SH11] the answer of a person who has left does not count', async () => {
  await answer(berta!, 'yes');
  await inRoom('RoomService.LeaveRoom', {}, berta!);
  expect(await read()).toMatchObject({ schedule: { coming: 0 }, answers: [] });
});
