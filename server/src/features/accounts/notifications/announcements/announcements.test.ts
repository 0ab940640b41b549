import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnStream } from '../own-stream.fixture.ts';

let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
});
afterAll(() => server?.stop());

const announce = async (title: string): Promise<string> => {
  const request = { title, text: '', link: '' };
  const { announcement } = await server.ok({ call: 'AdminService.CreateAnnouncement', token: root.token, request });
  return announcement.id;
};
const list = (user: TestUser) => server.ok({ call: 'NotificationService.ListNotifications', token: user.token });
const titlesOf = async (user: TestUser) =>
  (await list(user)).notifications.map((one: { announcement: { title: string } }) => one.announcement.title);

test('[NO10] those who look get it at once, others when they look, accounts of later never', async () => {
  const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
  const stream = await openOwnStream(server, anna.token);
  await stream.next();
  await announce('one');
  expect(await stream.next()).toMatchObject({ kind: 'put', notifications: [{ announcement: { title: 'one' } }] });
  await announce('two');
  expect(await stream.next()).toMatchObject({ unread_count: 2 });
  stream.leave();
  expect(await server.sql('select 1 from notifications where user_id = $1', [berta.id])).toEqual([]);
  const told = await Promise.all(Array.from({ length: 6 }, () => titlesOf(berta)));
  expect(told.at(-1)).toEqual(['two', 'one']);
  expect((await list(berta)).total).toBe(2);
  expect(await titlesOf(await server.signUp('carl'))).toEqual([]);
});

test('[NO10] one that is deleted goes from all lists, and devices are told', async () => {
  const anna = await server.signUp('anna');
  const id = await announce('gone soon');
  const stream = await openOwnStream(server, anna.token);
  const { notifications, unread_count } = await stream.next();
  expect([notifications.length, unread_count]).toEqual([1, 1]);
  await server.ok({ call: 'AdminService.DeleteAnnouncement', token: root.token, request: { announcement_id: id } });
  const told = await stream.next();
  const event = told.kind === 'put' ? await stream.next() : told;
  expect(event).toMatchObject({ kind: 'deleted', notification_ids: [notifications[0]!.id], unread_count: 0 });
  stream.leave();
  const left = () => server.sql('select 1 from notifications where announcement_id = $1', [id]);
  await until('its rows are gone', async () => (await left()).length === 0);
  const audited = await server.sql(`select action from audit_records where target = $1 order by id`, [id]);
  expect(audited).toEqual([{ action: 'announcement.created' }, { action: 'announcement.deleted' }]);
});
