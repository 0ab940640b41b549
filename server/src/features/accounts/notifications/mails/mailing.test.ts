import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { type SmtpCatch, startSmtpCatch } from '@matinee/testkit/outside/smtp-catch.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeIds } from '../../../../kernel/ids.ts';
import { makeLog } from '../../../../kernel/log.ts';
import { systemRandom } from '../../../../kernel/random.ts';
import type { Database } from '../../../../store/database.ts';
import { openDatabase } from '../../../../store/open-database.ts';
import { nameOfRoom } from '../../../rooms/rooms/rooms.store.ts';
import { signUpWithEmail } from '../../emails/emails.fixture.ts';
import type { News } from '../notifications.port.ts';
import { makeNotifications } from '../notifying.service.ts';

const clock = makeJumpingClock();
const notifications = makeNotifications({
  clock,
  ids: makeIds(clock, systemRandom),
  mail: { isConfigured: () => true },
  nameOfRoom,
});
let smtp: SmtpCatch;
let server: TestServer;
let db: Database;
beforeAll(async () => {
  smtp = await startSmtpCatch();
  server = await startTestServer({ clock, smtp, settings: { 'user.enableEmailSignup': true } });
  db = openDatabase({ connection: server.database, poolSize: 4, log: makeLog('silent'), clock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
  await smtp?.stop();
});

const roleChanged = { case: 'roleChanged', value: { role: RoomRole.ADMIN } } as const;
const tell = (news: Omit<News, 'content'> & Partial<News>) =>
  db.write((tx) => notifications.notify(tx, { content: roleChanged, ...news }));
const digests = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to) && /away from/.test(mail.text));
const due = () =>
  server.sql('select user_id from notification_boxes where mail_due_at <= $1', [new Date(clock.nowMs())]);

/** Advances the clock by minutes, and waits until the server has handled all due mails. */
async function pass(minutes: number): Promise<void> {
  clock.jump(minutes * 60_000);
  while ((await due()).length > 0) {
    clock.runEvery(30_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  while ((await server.sql('select 1 from mails')).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('[NO12] everything that stays unread is one mail, an hour apart, and what was read is in none', async () => {
  const anna = await signUpWithEmail(server);
  const room = await makeRoom(server, anna, { name: 'Film & <3 friends' });
  for (let n = 0; n < 13; n++) await tell({ to: [anna.id], roomId: room });
  await pass(6);
  const [mail] = digests(anna.email);
  expect(mail!.headers.subject).toMatch(/^13 things are new – /);
  expect(mail!.text.match(/You are an admin of “Film & <3 friends” now/g)).toHaveLength(10);
  expect(mail!.text).toContain('And 3 more.');
  expect(mail!.html).toContain('Film &amp; &lt;3 friends');
  expect(mail!.text).toContain('/notifications');
  await tell({ to: [anna.id], roomId: room });
  await pass(10);
  expect(digests(anna.email)).toHaveLength(1);
  await pass(51);
  expect(digests(anna.email)).toHaveLength(2);
  expect(digests(anna.email)[1]!.headers.subject).toMatch(/^You are an admin of/);
  await tell({ to: [anna.id], roomId: room });
  await server.sql('update notifications set read_at = now() where user_id = $1', [anna.id]);
  await pass(70);
  expect(digests(anna.email)).toHaveLength(2);
});

test('[NO13] each person chooses what is mailed', async () => {
  const [anna, berta] = [await signUpWithEmail(server), await signUpWithEmail(server)];
  const prefer = (token: string, preferences: object) =>
    server.ok({ call: 'UserService.UpdateUserPreferences', token, request: { preferences: preferences as never } });
  await prefer(anna.token, { notify_role_changes: false });
  await prefer(berta.token, { email_notifications: false });
  const plain = await server.signUp('plain');
  await tell({ to: [anna.id, berta.id, plain.id] });
  await pass(6);
  expect([...digests(anna.email), ...digests(berta.email)]).toEqual([]);
  await prefer(anna.token, { notify_role_changes: true, language: 'de' });
  await tell({ to: [anna.id] });
  await pass(70);
  expect((await smtp.next(anna.email, ({ text }) => /weg warst/.test(text))).headers.subject).toMatch(/^2 Neuigkeiten/);
});

test('[NO10] [NO12] an announcement is mailed to those who have an address', async () => {
  const anna = await signUpWithEmail(server);
  const { token } = await server.signIn();
  const request = { title: 'Back at ten', text: 'We move.', link: '' };
  await server.ok({ call: 'AdminService.CreateAnnouncement', token, request });
  while ((await server.sql('select 1 from announcements where told_up_to is not null')).length > 0)
    clock.runEvery(60_000);
  await pass(70);
  const mail = await smtp.next(anna.email, ({ text }) => /We move/.test(text));
  expect(mail.headers.subject).toMatch(/^Back at ten – /);
});
