import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { loadMigrations, migrate } from '../../../store/migrations.ts';
import { openDatabase } from '../../../store/open-database.ts';
import type { EmailTokenTables } from './email-tokens.store.ts';
import { type EmailTokens, makeEmailTokens, type TokenPurpose, tokenLifeMs } from './email-tokens.ts';

const clock = new FakeClock();
let db: Database;
let tokens: EmailTokens;
beforeAll(async () => {
  const connection = await freshDatabase();
  const own = (name: string) => loadMigrations(name, new URL(`../${name}/`, import.meta.url));
  await migrate(connection, [...(await own('users')), ...(await own('emails'))]);
  db = openDatabase({ connection, poolSize: 10, log: makeLog('silent'), clock });
  tokens = makeEmailTokens({ db, clock, random: systemRandom, ids: makeIds(clock, systemRandom), secret: 'secret' });
});
afterAll(() => db?.close());

let made = 0;
const subjectOf = () => `anna${++made}@example.org`;
async function issue(purpose: TokenPurpose, subject: string): Promise<string> {
  const token = { purpose, subject, userId: 'usr_1', address: subject };
  return (await db.write((tx) => tokens.issue(tx, token, clock.nowMs()))).code;
}
const rows = () => db.query<EmailTokenTables>().selectFrom('email_tokens').selectAll().execute();

test('[EM1] a code has eight of 32 characters, and the table has neither it nor its plain hash', async () => {
  const codes = await Promise.all(Array.from({ length: 50 }, () => issue('sign_in', subjectOf())));
  expect(new Set(codes).size).toBe(50);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  const stored = JSON.stringify(await rows());
  for (const code of codes) expect(stored).not.toContain(code.replace('-', ''));
  const other = makeEmailTokens({
    db,
    clock,
    random: systemRandom,
    ids: makeIds(clock, systemRandom),
    secret: 'other',
  });
  const subject = subjectOf();
  expect(await other.take('sign_in', subject, await issue('sign_in', subject))).toBeUndefined();
});

test('[EM2] of twenty who use a code at the same time one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const subject = subjectOf();
    const code = await issue('sign_in', subject);
    const taken = await Promise.all(Array.from({ length: 20 }, () => tokens.take('sign_in', subject, code)));
    expect(taken.filter(Boolean)).toEqual([{ userId: 'usr_1', address: subject, language: '' }]);
  }
});

test('[EM2] five wrong tries void a code, also at the same time', async () => {
  const subject = subjectOf();
  const code = await issue('sign_in', subject);
  const wrong = Array.from({ length: 20 }, (_, n) => tokens.take('sign_in', subject, `AAAA-AA${22 + n}`));
  expect((await Promise.all(wrong)).filter(Boolean)).toEqual([]);
  expect(await tokens.take('sign_in', subject, code)).toBeUndefined();
  const again = await issue('sign_in', subject);
  for (let n = 0; n < 4; n++) expect(await tokens.take('sign_in', subject, 'AAAA-AAAA')).toBeUndefined();
  expect(await tokens.take('sign_in', subject, again)).toBeDefined();
});

test('[EM2] the newest of several works, and takes the others with it', async () => {
  const subject = subjectOf();
  const [first, second] = [await issue('password_reset', subject), await issue('password_reset', subject)];
  expect(await tokens.take('password_reset', subject, second)).toBeDefined();
  expect(await tokens.take('password_reset', subject, first)).toBeUndefined();
});

test('[EM2] case, spaces and dashes do not matter', async () => {
  const subject = subjectOf();
  const code = await issue('verification', subject);
  expect(
    await tokens.take('verification', subject, ` ${code.toLowerCase().replace('-', ' – '.replace('–', '-'))} `),
  ).toBeDefined();
});

const purposes = Object.keys(tokenLifeMs) as TokenPurpose[];
test.each(purposes.flatMap((made) => purposes.filter((used) => used !== made).map((used) => [made, used] as const)))(
  '[EM3] a code for %s does not serve %s',
  async (made, used) => {
    const subject = subjectOf();
    const code = await issue(made, subject);
    expect(await tokens.take(used, subject, code)).toBeUndefined();
    expect(await tokens.take(made, subjectOf(), code)).toBeUndefined();
    expect(await tokens.take(made, subject, code)).toBeDefined();
  },
);

test.each([
  ['sign_in', 15],
  ['registration', 15],
  ['mfa', 5],
  ['verification', 24 * 60],
  ['password_reset', 60],
] as const)('[EM4] a code for %s lives %i minutes', async (purpose, minutes) => {
  const [early, late] = [subjectOf(), subjectOf()];
  const [one, other] = [await issue(purpose, early), await issue(purpose, late)];
  clock.advance(minutes * 60_000 - 1);
  expect(await tokens.take(purpose, early, one)).toBeDefined();
  clock.advance(1);
  expect(await tokens.take(purpose, late, other)).toBeUndefined();
});
