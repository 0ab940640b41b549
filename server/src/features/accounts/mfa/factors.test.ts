/**
 * Changes in any order must leave every account enough factors. Tests the rules on the real database, with concurrent
 * changes.
 */
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import { openDatabase } from '../../../store/open-database.ts';
import { makeAudit } from '../../record/audit/audit.service.ts';
import { makeUsers } from '../users/users.service.ts';
import { type Factors, makeFactors } from './factors.service.ts';
import type { AnyMfaProvider, FactorKind, LocalFactor } from './mfa.port.ts';
import { makeTwoFactor } from './two-factor.service.ts';

const kinds: readonly FactorKind[] = ['password', 'webauthn', 'totp', 'email'];
const ids = makeIds(systemClock, systemRandom);
interface FactorRow {
  held: { user_id: string; kind: string };
}

let server: TestServer;
let db: Database;
/** Whether the server can send mail. */
let sendsMail = true;
beforeAll(async () => {
  server = await startTestServer({ database: await freshDatabase() });
  await server.sql('create table held (user_id text, kind text, primary key (user_id, kind))');
  db = openDatabase({ connection: server.database, poolSize: 8, log: makeLog('silent'), clock: systemClock });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const has = (kind: string) => async (reader: Reader, user_id: string) =>
  (await reader
    .query<FactorRow>()
    .selectFrom('held')
    .select('kind')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .executeTakeFirst()) !== undefined;

const localFactors: LocalFactor[] = kinds.map((kind) => ({
  kind,
  has: has(kind),
  signsIn: () => kind !== 'totp' && (kind !== 'email' || sendsMail),
}));
const providers = kinds.map((method) => ({
  method,
  isAvailable: async (reader: Reader, userId: string) =>
    (method !== 'email' || sendsMail) && (await has(method)(reader, userId)),
  verify: async () => false,
})) as AnyMfaProvider[];

/** An account that starts with a password, and the changes that can be made to it. */
async function makeAccount(factors: Factors) {
  const users = makeUsers({
    db,
    clock: systemClock,
    isNameAwaited: async () => false,
    tellAvailability: async () => undefined,
  });
  const userId = ids.make('usr');
  await db.write((tx) => users.create(tx, { id: userId, username: userId.slice(-20), role: UserRole.USER }));
  const add = (kind: string) => (tx: Tx) =>
    tx
      .query<FactorRow>()
      .insertInto('held')
      .values({ user_id: userId, kind })
      .onConflict((c) => c.doNothing())
      .execute();
  await db.write(add('password'));
  const twoFactor = makeTwoFactor({
    db,
    clock: systemClock,
    factors,
    audit: makeAudit({ clock: systemClock, ids, notices: { tell: async () => undefined } }),
    sessions: { credentialsChanged: async () => undefined } as never,
    verifications: { require: async () => undefined },
  });
  const call = { principal: { kind: 'user', userId, username: 'anna', sessionId: 's' } } as Call<UserPrincipal>;
  const run = (work: () => Promise<unknown>) =>
    work().then(
      () => undefined,
      (cause) => {
        if (cause instanceof AppError) return cause.reason;
        throw cause;
      },
    );
  return {
    add: (kind: string) => run(() => db.write(add(kind))),
    remove: (kind: string) =>
      run(() =>
        db.write((tx) =>
          factors.remove(tx, userId, () =>
            tx.query<FactorRow>().deleteFrom('held').where('user_id', '=', userId).where('kind', '=', kind).execute(),
          ),
        ),
      ),
    enable: () => run(() => twoFactor.set(true, 'x', { ...call, address: '192.0.2.1', requestId: 'r' })),
    disable: () => run(() => twoFactor.set(false, 'x', { ...call, address: '192.0.2.1', requestId: 'r' })),
    async state() {
      const held = (await server.sql('select kind from held where user_id = $1', [userId])) as { kind: string }[];
      const on = await server.sql('select 1 from two_factor_accounts where user_id = $1', [userId]);
      return { isOn: on.length > 0, held: held.map(({ kind }) => kind).sort() };
    },
  };
}

const factorsOf = (linked = false) =>
  makeFactors({
    localFactors: () => localFactors,
    providers: () => providers,
    linkedSignIns: () => [{ has: async () => linked }],
  });

test('[MF18] [MF19] no order of changes, at once or one after another, leaves too little', async () => {
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), kind: fc.constantFrom(...kinds) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), kind: fc.constantFrom(...kinds) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('enable' as const), kind: fc.constant('password' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('disable' as const), kind: fc.constant('password' as const) }),
    },
  );
  const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(batches, async (steps) => {
      const account = await makeAccount(factorsOf());
      for (const batch of steps) {
        await Promise.all(batch.map((step) => account[step.do](step.kind)));
        const { isOn, held } = await account.state();
        if (isOn) expect(held.length).toBeGreaterThanOrEqual(2);
        expect(held.some((kind) => kind !== 'totp')).toBe(true);
      }
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            [{ do: 'add', kind: 'totp' }],
            [
              { do: 'remove', kind: 'totp' },
              { do: 'enable', kind: 'password' },
            ],
          ],
        ],
      ],
    },
  );
});

test('[MF18] of twenty rounds in which both of two factors are removed at once, one stays in each', async () => {
  for (let round = 0; round < 20; round++) {
    const account = await makeAccount(factorsOf());
    await account.add('webauthn');
    await account.add('totp');
    expect(await account.enable()).toBeUndefined();
    const reasons = await Promise.all([account.remove('webauthn'), account.remove('totp')]);
    expect(reasons.filter((reason) => reason === undefined).length).toBe(1);
    expect(reasons).toContain('mfa.two_factors_needed');
    expect((await account.state()).held.length).toBe(2);
  }
});

test('[MF19] the last way to sign in stays, and an account elsewhere is one', async () => {
  const alone = await makeAccount(factorsOf());
  await alone.add('totp');
  expect(await alone.remove('password')).toBe('mfa.last_sign_in');
  const linked = await makeAccount(factorsOf(true));
  expect(await linked.remove('password')).toBeUndefined();
});

test('[MF18] [MF20] a second factor that cannot be proved now does not count for two', async () => {
  const account = await makeAccount(factorsOf());
  await account.add('email');
  sendsMail = false;
  try {
    expect(await account.enable()).toBe('mfa.too_few_factors');
    expect(await account.remove('password')).toBe('mfa.last_sign_in');
    await account.add('totp');
    expect(await account.enable()).toBeUndefined();
    expect(await account.remove('totp')).toBe('mfa.two_factors_needed');
  } finally {
    sendsMail = true;
  }
});
