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

/** A change of settings while a room awaits review, and the request that is no longer allowed after it. */
const changes = {
  'rooms.password_forbidden': [
    { room: { passwordPolicy: 'forbidden' } },
    'room.passwordPolicy',
    { password: 'pop corn' },
  ],
  'rooms.password_required': [{ room: { passwordPolicy: 'required' } }, 'room.passwordPolicy', {}],
  'rooms.too_many_members': [
    { server: { maxMembersPerRoom: 5 } },
    'server.maxMembersPerRoom',
    { settings: { max_members: 9 } },
  ],
  'rooms.too_many_rooms': [{ server: { maxRoomsPerUser: 1 } }, 'server.maxRoomsPerUser', {}],
} as const;

test.each(Object.entries(changes))(
  '[RC7] %s by then: the approval says of which, and all goes on waiting',
  async (reason, change) => {
    const [settings, mask, request] = change;
    const [ella, finn] = [await server.signUp('ella'), await server.signUp('finn')];
    const asRoot = (call: string, body: object) => server.ok({ call, token: root.token, request: body as never });
    const create = async (user: TestUser, body: object): Promise<string> => {
      const call = 'UserService.CreateRoom';
      return (await server.ok({ call, token: user.token, request: { name: 'A room', ...body } as never })).review_id;
    };
    // Its id sorts before the other's, so this room is made first, and then rolled back.
    const fits = await create(finn, reason === 'rooms.password_required' ? { password: 'pop corn' } : {});
    const outdated = await create(ella, request);
    if (reason === 'rooms.too_many_rooms') await approve(await create(ella, {}));
    await asRoot('AdminService.UpdateSettings', { settings, update_mask: mask });
    try {
      const refused = await approve(fits, outdated);
      expect(refused).toMatchObject({ reason, json: { details: { metadata: { review_id: outdated } } } });
      const { reviews } = await asRoot('AdminService.ListRoomCreationReviews', { page_size: 100 });
      expect(reviews.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([fits, outdated]));
      expect((await approve(fits)).status).toBe(200);
    } finally {
      await asRoot('AdminService.UpdateSettings', { reset_mask: mask });
    }
    expect((await approve(outdated)).status).toBe(200);
  },
);

test('[RC7] a category that is gone by then refuses the approval', async () => {
  const gina = await server.signUp('gina');
  const asRoot = (call: string, body: object) => server.ok({ call, token: root.token, request: body as never });
  const { category } = await asRoot('AdminService.UpsertRoomCategory', { name: 'Horror' });
  const call = 'UserService.CreateRoom';
  const { review_id } = await server.ok({
    call,
    token: gina.token,
    request: { name: 'A room', category_id: category.id },
  });
  await asRoot('AdminService.DeleteRoomCategory', { category_id: category.id });
  expect(await approve(review_id)).toMatchObject({ status: 400, reason: 'room_taxonomy.unknown_category' });
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
