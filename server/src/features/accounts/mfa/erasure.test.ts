import { type JumpingClock, makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolWithTwoFactor } from './mfa.fixture.ts';

/** How long a deleted account can be restored, and how often the server checks whether that time has passed. */
const restorableMs = 30 * 86_400_000;
const erasePeriodMs = 600_000;

let clock: JumpingClock;
let server: TestServer;
beforeAll(async () => {
  clock = makeJumpingClock();
  server = await startTestServer({ clock });
});
afterAll(() => server?.stop());

test('[MF26] a deleted account keeps its factors while it can be restored, and none after it was erased', async () => {
  const anna = await enrolWithTwoFactor(server, clock.nowMs());
  const preferences = { preferences: { language: 'de' } };
  await server.ok({ call: 'UserService.UpdateUserPreferences', token: anna.token, request: preferences });
  const kept = async () => {
    const [row] = await server.sql(
      `select (select count(*)::int from two_factor_accounts where user_id = $1) as switches,
        (select count(*)::int from totp_factors where user_id = $1) as apps,
        (select count(*)::int from recovery_codes where user_id = $1) as codes,
        (select count(*)::int from user_preferences where user_id = $1) as preferences`,
      [anna.id],
    );
    return row;
  };
  const { token } = await server.signIn();
  await server.ok({ call: 'AdminService.DeleteUser', token, request: { user_id: anna.id } });
  clock.runEvery(erasePeriodMs);
  expect(await kept()).toEqual({ switches: 1, apps: 1, codes: 10, preferences: 1 });
  clock.jump(restorableMs + 1_000);
  clock.runEvery(erasePeriodMs);
  await until('the account is erased', async () => {
    const rows = await server.sql('select 1 from users where id = $1', [anna.id]);
    return rows.length === 0;
  });
  expect(await kept()).toEqual({ switches: 0, apps: 0, codes: 0, preferences: 0 });
});
