import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { nameOfRoom } from '../../rooms/rooms/rooms.store.ts';
import type { News } from './notifications.port.ts';
import { makeNotifications } from './notifying.service.ts';
import { openOwnStream } from './own-stream.fixture.ts';

const notifications = makeNotifications({
  clock: systemClock,
  ids: makeIds(systemClock, systemRandom),
  mail: { isConfigured: () => true },
  nameOfRoom,
});
let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startTestServer({ settings: { 'user.enableGuest': true } });
  db = openDatabase({ connection: server.database, poolSize: 8, log: makeLog('silent'), clock: systemClock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const roleChanged = { case: 'roleChanged', value: { role: RoomRole.ADMIN } } as const;
const requestArrived = { case: 'joinRequestArrived', value: { note: '' } } as const;

const roomWaits = { case: 'roomCreationArrived', value: { reviewId: 'rev_1', name: 'A room' } } as const;

/** Notifies like a feature on another replica. */
const tell = (news: Omit<News, 'content'> & Partial<News>) =>
  db.write((tx) => notifications.notify(tx, { content: roleChanged, ...news }));

const list = (user: TestUser, request: object = {}) =>
  server.ok({ call: 'NotificationService.ListNotifications', token: user.token, request: request as never });
const act = (user: TestUser, method: string, request: object = {}) =>
  server.ok({ call: `NotificationService.${method}`, token: user.token, request: request as never });

test('[NO1] a transaction that fails tells nothing', async () => {
  const anna = await server.signUp('anna');
  const failing = db.write(async (tx) => {
    await notifications.notify(tx, { to: [anna.id], content: roleChanged });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await list(anna)).toMatchObject({ total: 0, unread_count: 0 });
});

test('[NO2] many who tell of one thing at once tell it once, also when it was read and deleted', async () => {
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  const thing = { to: [anna.id, berta.id], thing: 'roomCreation/1' };
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => tell({ ...thing, to: n % 2 ? [...thing.to].reverse() : thing.to })),
  );
  for (const user of [anna, berta]) expect(await list(user)).toMatchObject({ total: 1, unread_count: 1 });
  await act(anna, 'MarkAllAsRead', { up_to_place: 1 });
  await act(anna, 'DeleteAllRead');
  await tell(thing);
  expect(await list(anna)).toMatchObject({ total: 0, unread_count: 0 });
});

test('[NO2] a thing without a name happens each time', async () => {
  const anna = await server.signUp('anna');
  await tell({ to: [anna.id] });
  await tell({ to: [anna.id] });
  expect(await list(anna)).toMatchObject({ total: 2, notifications: [{ place: 2 }, { place: 1 }] });
});

test('[NO3] join requests of a room count up in one unread entry, under parallel calls too', async () => {
  const [owner, carl] = [await server.signUp('owner'), await server.signUp('carl')];
  const [one, two] = [await makeRoom(server, owner, { name: 'One' }), await makeRoom(server, owner, { name: 'Two' })];
  const ask = (roomId: string, n: number) =>
    tell({ to: [owner.id], roomId, thing: `ask/${roomId}/${n}`, actorId: carl.id, content: requestArrived });
  await ask(two, 0);
  await Promise.all(Array.from({ length: 10 }, (_, n) => ask(one, n)));
  const before = await list(owner);
  expect(before).toMatchObject({
    unread_count: 2,
    notifications: [
      { count: 10, place: 11, room: { room_id: one, name: 'One' }, actor: { user_id: carl.id } },
      { count: 1, place: 1, room: { name: 'Two' } },
    ],
  });
  await act(owner, 'MarkAsRead', { notification_ids: [before.notifications[0].id] });
  await ask(one, 10);
  expect(await list(owner, { page_size: 1 })).toMatchObject({
    unread_count: 2,
    total: 3,
    notifications: [{ count: 1, place: 12 }],
  });
});

test('[NO4] who did it, who blocked them, and deleted accounts are not told', async () => {
  const [anna, berta, carl] = await Promise.all(['anna', 'berta', 'carl'].map((name) => server.signUp(name)));
  const gone = await server.signUp('gone');
  await server.sql('update users set deleted_at = now() where id = $1', [gone.id]);
  await server.ok({ call: 'UserService.BlockUser', token: berta!.token, request: { user_id: anna!.id } });
  await tell({ to: [anna!.id, berta!.id, carl!.id, gone.id, 'usr_nobody'], actorId: anna!.id });
  const told = await server.sql('select user_id from notifications where actor_id = $1', [anna!.id]);
  expect(told).toEqual([{ user_id: carl!.id }]);
});

test('[NO5] pages hold each entry once, also while new ones come', async () => {
  const anna = await server.signUp('anna');
  for (let n = 0; n < 5; n++) await tell({ to: [anna.id] });
  const first = await list(anna, { page_size: 2 });
  await tell({ to: [anna.id] });
  const second = await list(anna, { page_size: 2, before_place: first.next_before_place });
  const last = await list(anna, { page_size: 2, before_place: second.next_before_place });
  const places = [first, second, last].flatMap(({ notifications }) =>
    notifications.map((one: { place: number }) => one.place),
  );
  expect(places).toEqual([5, 4, 3, 2, 1]);
  expect(last.next_before_place).toBeUndefined();
});

test('[NO6] what arrives while all is marked as read stays unread', async () => {
  const [owner, carl] = [await server.signUp('owner'), await server.signUp('carl')];
  const roomId = await makeRoom(server, owner);
  const ask = (n: number) =>
    tell({ to: [owner.id], roomId, thing: `${roomId}/${n}`, actorId: carl.id, content: requestArrived });
  await tell({ to: [owner.id] });
  await ask(1);
  const { notifications } = await list(owner);
  await ask(2);
  const { unread_count } = await act(owner, 'MarkAllAsRead', { up_to_place: notifications[0].place });
  expect(unread_count).toBe(1);
  expect(await list(owner, { unread_only: true })).toMatchObject({ notifications: [{ count: 2, place: 3 }], total: 1 });
});

test('[NO14] what waited is read for everybody once nothing waits, and other groups are not', async () => {
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  const roomId = await makeRoom(server, anna);
  await tell({ to: [anna.id, berta.id], thing: 'settled/1', content: roomWaits });
  await tell({ to: [anna.id], thing: 'settled/2', roomId, content: requestArrived });
  const settle = (isOver: boolean) =>
    db.write((tx) => notifications.settle(tx, { kind: 'roomCreationArrived', isOver: async () => isOver }));
  const stream = await openOwnStream(server, berta.token);
  expect(await stream.next()).toMatchObject({ unread_count: 1 });
  await settle(false);
  expect([await list(anna), await list(berta)]).toMatchObject([{ unread_count: 2 }, { unread_count: 1 }]);
  await settle(true);
  expect([await list(anna), await list(berta)]).toMatchObject([{ unread_count: 1 }, { unread_count: 0 }]);
  expect(await stream.next()).toMatchObject({ kind: 'read', unread_count: 0 });
  stream.leave();
});

test('[NO14] what arrives while the last one is settled stays unread', async () => {
  const anna = await server.signUp('anna');
  await tell({ to: [anna.id], thing: 'race/1', content: roomWaits });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let telling: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    telling = db.write(async (tx) => {
      await notifications.notify(tx, { to: [anna.id], thing: 'race/2', content: roomWaits });
      resolve();
      await gate;
    });
  });
  const settling = db.write((tx) =>
    notifications.settle(tx, {
      kind: 'roomCreationArrived',
      isOver: async () => {
        const { rows } = await sql`select 1 from notification_things where thing = 'race/2'`.execute(tx.query());
        return rows.length === 0;
      },
    }),
  );
  await until('it waits for the list', async () => {
    const waiting = await server.sql(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return waiting.length > 0;
  });
  open();
  await Promise.all([telling, settling]);
  expect(await list(anna)).toMatchObject({ unread_count: 1, notifications: [{ count: 2 }] });
});

test('[NO7] the oldest of more than 500 goes', async () => {
  const anna = await server.signUp('anna');
  await tell({ to: [anna.id] });
  await server.sql(
    `insert into notifications (id, user_id, place, group_key, kind, content, room_name, created_at, updated_at)
     select 'ntf_' || $1 || n, $1, n, 'old/' || n, 'roleChanged', '{"roleChanged":{"role":3}}', '', now(), now() from generate_series(2, 500) n`,
    [anna.id],
  );
  await server.sql('update notification_boxes set place = 500 where user_id = $1', [anna.id]);
  await tell({ to: [anna.id] });
  expect(await list(anna, { page_size: 1 })).toMatchObject({
    total: 500,
    unread_count: 500,
    notifications: [{ place: 501 }],
  });
  const [oldest] = await server.sql('select min(place) from notifications where user_id = $1', [anna.id]);
  expect(oldest).toEqual({ min: 2 });
});

test('[NO8] a stream goes on after an event, and neither loses nor repeats one', async () => {
  const anna = await server.signUp('anna');
  const stream = await openOwnStream(server, anna.token);
  expect(await stream.next()).toMatchObject({ eventId: '0', kind: 'latest', notifications: [], unread_count: 0 });
  await tell({ to: [anna.id] });
  const first = await stream.next();
  expect(first).toMatchObject({ eventId: '1', kind: 'put', notifications: [{ place: 1 }], unread_count: 1 });
  stream.leave();
  for (let n = 0; n < 30; n++) await tell({ to: [anna.id] });
  const resumed = await openOwnStream(server, anna.token, first.eventId);
  const places: number[] = [];
  while (places.at(-1) !== 31) places.push((await resumed.next()).notifications[0]!.place);
  expect(places).toEqual(Array.from({ length: 30 }, (_, n) => n + 2));
  await tell({ to: [anna.id] });
  expect(await resumed.next()).toMatchObject({ eventId: '32', unread_count: 32 });
  resumed.leave();
});

test('[NO8] a stream ends when its sign-in does', async () => {
  const anna = await server.signUp('anna');
  const stream = await openOwnStream(server, anna.token);
  await stream.next();
  await server.ok({ call: 'UserService.Logout', token: anna.token });
  expect(await stream.block()).toContain('"code":"realtime.ended"');
});

test('[NO9] devices see the same list in rooms and outside: what one reads is read on the other', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const [socket, stream] = [await server.socket(room, anna.token), await openOwnStream(server, anna.token)];
  await socket.observe({ case: 'notifications', value: {} });
  const own = (kind: number) =>
    socket.next('resourceChanged', ({ resource }) => resource.case === 'notifications' && resource.value.kind === kind);
  expect((await own(1)).resource.value).toMatchObject({ unreadCount: 0 });
  await stream.next();
  await tell({ to: [anna.id] });
  const put = await own(2);
  expect(put.sequence).toBe(1n);
  const { notifications } = await stream.next();
  await act(anna, 'MarkAsRead', { notification_ids: [notifications[0]!.id] });
  expect((await own(3)).resource.value).toMatchObject({ notificationIds: [notifications[0]!.id], unreadCount: 0 });
  expect(await stream.next()).toMatchObject({ kind: 'read', unread_count: 0 });
  socket.send({ case: 'unobserveResource', value: { observeId: 'notifications' } });
  await socket.close();
  stream.leave();
});

test('[NO9] over a socket it resumes as other resources do, and guests have none', async () => {
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna, { settings: { allow_guests: true } });
  const first = await server.socket(room, anna.token);
  await first.observe({ case: 'notifications', value: {} });
  await tell({ to: [anna.id] });
  await first.close();
  await tell({ to: [anna.id] });
  const again = await server.socket(room, anna.token);
  const observed = await again.observe({ case: 'notifications', value: {} }, { afterEventSequence: 1n });
  expect(observed).toMatchObject({ changed: true, cursor: 2n });
  const missed = await again.next('resourceChanged', ({ resource }) => resource.case === 'notifications');
  expect(missed).toMatchObject({ sequence: 2n, resource: { value: { unreadCount: 2 } } });
  await again.close();
});

test('[NO11] an erased account keeps no name in the entries of others', async () => {
  const [anna, carl] = [await server.signUp('anna'), await server.signUp('carl')];
  await tell({ to: [anna.id], actorId: carl.id });
  await server.sql('update users set deleted_at = now() where id = $1', [carl.id]);
  const [entry] = (await list(anna)).notifications;
  expect(entry.actor).toBeUndefined();
});
