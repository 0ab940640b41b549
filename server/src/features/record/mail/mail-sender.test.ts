import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Mailer, MailFailure, type OutgoingMail } from '../../../drivers/mail/mailer.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import { makeSealer } from '../../../kernel/sealing.ts';
import type { Database } from '../../../store/database.ts';
import { loadMigrations, migrate } from '../../../store/migrations.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { claimMails, type MailTables } from './mail.store.ts';
import { makeMailOutbox, type SealedMail } from './mail-outbox.ts';
import { makeMailSender, retryMs } from './mail-sender.ts';

const log = makeLog('silent');
const sealer = makeSealer('7'.repeat(64), systemRandom);
let db: Database;
beforeAll(async () => {
  const connection = await freshDatabase();
  await migrate(connection, await loadMigrations('mail', new URL('.', import.meta.url)));
  db = openDatabase({ connection, poolSize: 4, log, clock: new FakeClock() });
});
afterAll(() => db?.close());

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await db.query<MailTables>().deleteFrom('mails').execute();
});

/** An outbox and a sender whose driver answers as the test sets it. */
function makeTest(clock = new FakeClock()) {
  const sent: OutgoingMail[] = [];
  const counted: string[] = [];
  const state: { failure?: Error; gate?: Promise<void>; isOn: boolean } = { isOn: true };
  const mailer: Mailer = {
    name: 'mailer',
    send: async (_, mail) => {
      await state.gate;
      if (state.failure) throw state.failure;
      sent.push(mail);
      return '250 OK';
    },
  };
  const outbox = makeMailOutbox({ clock, sealer, ids: makeIds(clock, systemRandom), isConfigured: () => state.isOn });
  const sender = makeMailSender({
    db,
    clock,
    log,
    sealer,
    mailer,
    counts: { done: (purpose, outcome) => counted.push(`${purpose} ${outcome}`), waiting: () => undefined },
    server: () => (state.isOn ? { host: 'smtp.test', port: 25, useTls: false } : undefined),
    compose: (id: string, { to, template }: SealedMail) => ({
      id,
      from: { address: 'cinema@example.org', name: '' },
      to,
      subject: template,
      text: '',
      html: '',
      language: 'en',
    }),
  });
  ends.push(() => sender.stop!(AbortSignal.timeout(1000)));
  const send = (to = 'anna@example.org', lifeMs = 3_600_000) =>
    db.write((tx) =>
      outbox.send(tx, {
        to,
        template: 'test',
        values: { server: 'Kino' },
        purpose: 'notice',
        language: 'en',
        expiresAt: dateOf(clock.nowMs() + lifeMs),
      }),
    );
  return { clock, sent, counted, state, sender, send };
}

const rows = () => db.query<MailTables>().selectFrom('mails').selectAll().execute();
const isEmpty = () => until('the outbox is empty', async () => (await rows()).length === 0);

test('[MA2] neither the recipient nor what is said stands in the table, and a row opens in no other place', async () => {
  const { send } = makeTest();
  await send();
  const [row] = await rows();
  expect(JSON.stringify(row)).not.toMatch(/anna|example|Kino/);
  expect(() => sealer.open(row!.sealed, 'mail:another')).toThrow();
});

test('[MA1] what a transaction wanted that did not commit is not sent', async () => {
  const { clock } = makeTest();
  const outbox = makeMailOutbox({ clock, sealer, ids: makeIds(clock, systemRandom), isConfigured: () => true });
  const about = { template: 'test', values: { server: '' }, purpose: 'notice', language: 'en' } as const;
  const failing = db.write(async (tx) => {
    await outbox.send(tx, { ...about, to: 'anna@example.org', expiresAt: dateOf(clock.nowMs() + 1000) });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows()).toEqual([]);
});

test('[MA3] two replicas send each of forty mails once', async () => {
  const clock = new FakeClock();
  const [one, other] = [makeTest(clock), makeTest(clock)];
  for (let n = 0; n < 40; n++) await one.send(`user${n}@example.org`);
  await Promise.all([one.sender.start!(), other.sender.start!()]);
  await isEmpty();
  const all = [...one.sent, ...other.sent].map(({ to }) => to);
  expect(all.length).toBe(40);
  expect(new Set(all).size).toBe(40);
});

test('[MA3] what a dead replica had taken is taken by another after 180 s, not before', async () => {
  const { clock, send } = makeTest();
  await send();
  const claim = () => claimMails(db.query<MailTables>(), dateOf(clock.nowMs()), dateOf(clock.nowMs() + 180_000), 10);
  expect((await claim()).length).toBe(1);
  clock.advance(179_999);
  expect(await claim()).toEqual([]);
  clock.advance(1);
  expect(await claim()).toMatchObject([{ attempts: 2 }]);
});

test('[MA4] a failed mail waits 15 s, then 30 s, and goes out when the server is back', async () => {
  const { clock, send, sender, state, sent, counted } = makeTest();
  state.failure = new MailFailure('busy', false);
  await send();
  await sender.start!();
  const waits = async (attempts: number, ms: number) => {
    const due = dateOf(clock.nowMs() + ms).getTime();
    await until(`try ${attempts}`, async () => (await rows())[0]?.next_attempt_at.getTime() === due);
    expect((await rows())[0]!.attempts).toBe(attempts);
  };
  await waits(1, 15_000);
  clock.advance(15_000);
  await waits(2, 30_000);
  delete state.failure;
  clock.advance(15_000);
  expect(sent).toEqual([]);
  clock.advance(15_000);
  await isEmpty();
  expect(sent.length).toBe(1);
  expect(counted).toEqual(['notice retried', 'notice retried', 'notice sent']);
});

test('[MA4] the waits double up to half an hour', () => {
  expect([1, 2, 3, 7, 8, 20, 1000].map(retryMs)).toEqual([
    15_000, 30_000, 60_000, 960_000, 1_800_000, 1_800_000, 1_800_000,
  ]);
});

test('[MA4] [MA6] an expired mail is not sent', async () => {
  const { clock, send, sender, sent, counted } = makeTest();
  await send('anna@example.org', 60_000);
  clock.advance(60_000);
  await sender.start!();
  await isEmpty();
  expect(sent).toEqual([]);
  expect(counted).toEqual(['notice expired']);
});

test('[MA5] [MA6] a refused mail is dropped, and the next one is sent', async () => {
  const { send, sender, state, sent, counted } = makeTest();
  state.failure = new MailFailure('550 no such mailbox', true);
  await send();
  await sender.start!();
  await isEmpty();
  delete state.failure;
  await send('bert@example.org');
  sender.wake();
  await isEmpty();
  expect(sent.map(({ to }) => to)).toEqual(['bert@example.org']);
  expect(counted).toEqual(['notice refused', 'notice sent']);
});

test('[MA1] while mail is off nothing is put into the outbox, and what is there waits', async () => {
  const { send, sender, state, sent, clock } = makeTest();
  await send();
  state.isOn = false;
  await send();
  expect((await rows()).length).toBe(1);
  await sender.start!();
  clock.advance(15_000);
  expect(sent).toEqual([]);
  state.isOn = true;
  clock.advance(15_000);
  await isEmpty();
  expect(sent.length).toBe(1);
});

test('[MA1] stopping waits for the mail that is on its way', async () => {
  const { send, sender, state, sent } = makeTest();
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  await send();
  await sender.start!();
  await until('the mail is taken', async () => (await rows())[0]?.attempts === 1);
  const stopping = sender.stop!(AbortSignal.timeout(5000));
  open();
  await stopping;
  expect(sent.length).toBe(1);
  expect(await rows()).toEqual([]);
});
