import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'server.maxRoomsPerUser': 3, 'room.createRoomNeedReview': true } });
  root = await server.signIn();
});
afterAll(() => server?.stop());

const ask = (user: TestUser, name = 'A room') =>
  server.rest({ call: 'UserService.CreateRoom', token: user.token, request: { name, password: 'pop corn' } });
const approve = (...review_ids: string[]) =>
  server.rest({ call: 'AdminService.ApproveRoomCreationReview', token: root.token, request: { review_ids } });
const idsOf = (answers: { json: unknown }[]) => answers.map(({ json }) => (json as { review_id: string }).review_id);

test('[RC2] what waits counts among the rooms that somebody may have, also when ten are asked for at once', async () => {
  const anna = await server.signUp('anna');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(anna)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(3);
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set([undefined, 'rooms.too_many_rooms']));
  expect((await approve(...idsOf(answers.filter(({ status }) => status === 200)))).status).toBe(200);
  expect((await ask(anna)).reason).toBe('rooms.too_many_rooms');
});

test('[RC4] of two approvals at once one makes the room, whose password opens it', async () => {
  const [berta, carl] = [await server.signUp('berta'), await server.signUp('carl')];
  const [id] = idsOf([await ask(berta)]);
  const answers = await Promise.all([approve(id!), approve(id!)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [room] = answers.find(({ status }) => status === 200)!.json.room_ids;
  const join = (password: string) =>
    server.rest({ call: 'UserService.JoinRoom', token: carl.token, request: { room_id: room, password } });
  expect((await join('pop')).reason).toBe('rooms.wrong_password');
  expect((await join('pop corn')).status).toBe(200);
});

test('[RC4] nothing is made for an account that is banned', async () => {
  const dora = await server.signUp('dora');
  const [id] = idsOf([await ask(dora)]);
  await server.ok({ call: 'AdminService.BanUser', token: root.token, request: { user_id: dora.id } });
  expect(await approve(id!)).toMatchObject({ status: 409, reason: 'rooms.account_inactive' });
});

test('[RC1] the record of a password is not kept after the decision', async () => {
  const rows = (await server.sql(
    'select count(*)::int as n from room_creations where status <> 1 and password_record is not null',
  )) as { n: number }[];
  expect(rows[0]!.n).toBe(0);
});

const listed = async (user: TestUser) =>
  (await server.ok({ call: 'NotificationService.ListNotifications', token: user.token, request: {} })) as {
    notifications: { count: number; read_at?: string; room_creation_arrived?: { review_id: string; name: string } }[];
  };
const waiting = async (user: TestUser) =>
  (await listed(user)).notifications.find((one) => one.room_creation_arrived && !one.read_at);
const act = (call: string, user: TestUser, request: object) =>
  server.ok({ call, token: user.token, request: request as never });

async function leaveNothing(): Promise<void> {
  const { reviews } = await act('AdminService.ListRoomCreationReviews', root, { page_size: 100 });
  const review_ids = reviews.map(({ id }: { id: string }) => id);
  if (review_ids.length > 0) await act('AdminService.RejectRoomCreationReview', root, { review_ids });
}

test('[RC6] administrators are told of many rooms in one entry, which is read for all when none waits', async () => {
  await leaveNothing();
  const [frida, gustav, second] = [
    await server.signUp('frida'),
    await server.signUp('gustav'),
    await server.signUp('second'),
  ];
  await act('AdminService.AddAdmin', root, { user_id: second.id });
  const [one, two, three] = idsOf([await ask(frida), await ask(frida), await ask(gustav, 'The third')]);
  for (const admin of [root, second])
    expect(await waiting(admin)).toMatchObject({
      count: 3,
      room_creation_arrived: { review_id: three, name: 'The third' },
    });
  expect(await waiting(frida)).toBeUndefined();
  expect((await approve(one!)).status).toBe(200);
  await act('UserService.WithdrawRoomCreation', frida, { review_id: two });
  expect(await waiting(second)).toMatchObject({ count: 3 });
  await act('AdminService.RejectRoomCreationReview', root, { review_ids: [three] });
  for (const admin of [root, second]) expect(await waiting(admin)).toBeUndefined();
  const [last] = idsOf([await ask(gustav)]);
  expect(await waiting(second)).toMatchObject({ count: 1 });
  await act('UserService.WithdrawRoomCreation', gustav, { review_id: last });
  expect(await waiting(second)).toBeUndefined();
});
