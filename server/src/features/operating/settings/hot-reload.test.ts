/** Changes between replicas: servers on one database, each with its own values in force. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let first: TestServer;
let second: TestServer;
let root: TestUser;
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ database: first.database });
  root = await first.signIn();
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});
beforeEach(async () => {
  await change(first, 'Before');
  await untilNamed(second, 'Before', 1_000);
});

async function change(server: TestServer, name: string): Promise<void> {
  const request = { settings: { server: { name } }, update_mask: 'server.name' };
  await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
}

const nameAt = async (server: TestServer) => (await server.ok({ call: 'PublicService.GetServerInfo' })).name as string;
const untilNamed = (server: TestServer, name: string, withinMs: number) =>
  until(`the name is ${name}`, async () => (await nameAt(server)) === name, withinMs);

test('[RS9] the server that answered acts on a change at once, the other one within a second', async () => {
  await change(first, 'Cinema');
  expect(await nameAt(first)).toBe('Cinema');
  await untilNamed(second, 'Cinema', 1_000);
});

/** Changes the stored value like another replica. `notice` empty: its notice is lost. */
const storeName = (name: string, notice: string) =>
  first.sql(`
    begin;
    insert into settings (key, value) values ('server.name', '"${name}"')
      on conflict (key) do update set value = excluded.value;
    update settings_state set version = version + 1;
    ${notice}
    commit`);
const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'matinee listener' and datname = current_database();`;

test('[RS9] a notice that nobody heard is made up for when the connection for notices comes back', async () => {
  await storeName('Unheard', '');
  expect(await nameAt(second)).toBe('Before');
  await first.sql(endListeners);
  await untilNamed(second, 'Unheard', 1_000);
  await untilNamed(first, 'Unheard', 1_000);
});

test('[RS9] a change while the connection for notices is lost is not missed', async () => {
  for (let n = 0; n < 5; n++) {
    await storeName(`Meanwhile ${n}`, `${endListeners} notify matinee_settings;`);
    await untilNamed(second, `Meanwhile ${n}`, 1_000);
    await untilNamed(first, `Meanwhile ${n}`, 1_000);
  }
});

test('[RS9] however fast changes follow each other, the last one is in force', async () => {
  for (let n = 0; n < 20; n++) await change(n % 2 === 0 ? first : second, `Cinema ${n}`);
  await untilNamed(first, 'Cinema 19', 1_000);
  await untilNamed(second, 'Cinema 19', 1_000);
});

test('[RS9] a stored value that does not fit leaves the default in force and the server up', async () => {
  await first.sql(`update settings set value = '17' where key = 'server.name'`);
  await first.sql(`notify matinee_settings`);
  await untilNamed(second, 'Matinee', 1_000);
});
