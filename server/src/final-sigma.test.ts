/** The migrations that write both forms of the Greek sigma alike in the keys of usernames, on rows from before. */
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer } from '@matinee/testkit/server.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { loadFeatureMigrations } from './composition/tables/feature-migrations.ts';
import { migrate } from './store/migrations.ts';

/** A database from before these migrations. Gives its address, and what runs SQL in it. */
async function openOld() {
  const address = await freshDatabase();
  const all = await loadFeatureMigrations();
  const old = all.filter(({ name }) => !/(final|colliding)_sigma/.test(name));
  expect(all.length - old.length).toBe(4);
  await migrate(address, old);
  const client = new pg.Client(address);
  await client.connect();
  onTestFinished(() => client.end());
  return { address, upgrade: () => migrate(address, all), client };
}

const insertUser = (client: pg.Client, name: string) =>
  client.query('insert into users (id, username, username_key, role, created_at) values ($1, $2, $2, 1, now())', [
    `usr_${name}`,
    name,
  ]);
const insertReview = (client: pg.Client, id: string, name: string, status: string) =>
  client.query(
    `insert into registration_reviews (id, user_id, username, username_key, method, credentials, email, created_at, status)
     values ($1, $1, $2, $2, 'password', '[]', '', now(), $3)`,
    [id, name, status],
  );

test('[US2] [ST35] names get the form in which they are compared now; of two that become the same, both keep their key', async () => {
  const { address, upgrade, client } = await openOld();
  for (const name of ['σοφος', 'νικος', 'νικοσ', 'anna']) await insertUser(client, name);
  await insertReview(client, 'alone', 'παυλος', 'pending');
  await insertReview(client, 'first', 'πετρος', 'pending');
  await insertReview(client, 'second', 'πετροσ', 'pending');
  await insertReview(client, 'decided', 'παυλος', 'rejected');
  expect((await upgrade()).map(({ feature }) => feature).toSorted()).toEqual([
    'registrations',
    'registrations',
    'users',
    'users',
  ]);

  const keys = async (table: string, id: string) => {
    const { rows } = await client.query(`select ${id} as id, username_key as key from ${table}`);
    return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
  };
  expect(await keys('users', 'username')).toEqual({ σοφος: 'σοφοσ', νικος: 'νικος', νικοσ: 'νικοσ', anna: 'anna' });
  expect(await keys('registration_reviews', 'id')).toEqual({
    alone: 'παυλοσ',
    first: 'πετρος',
    second: 'πετροσ',
    decided: 'παυλοσ',
  });

  await client.query(`insert into settings (key, value) values ('user.enablePasswordSignup', 'true')`);
  const server = await startTestServer({ database: address });
  onTestFinished(server.stop);
  const register = (username: string) =>
    server.rest({
      call: 'AuthService.RegisterWithDirectPassword',
      request: { username, password: 'Correct-horse-7' },
    });
  for (const taken of ['ΣΟΦΟΣ', 'σοφοσ', 'νικος', 'νικοσ'])
    expect((await register(taken)).reason).toBe('auth.username_taken');
});

test('[US2] [ST35] of names that all become the same, the oldest gets the new form', async () => {
  const { upgrade, client } = await openOld();
  for (const name of ['σaς', 'ςaσ', 'ςaς']) {
    await insertUser(client, name);
    await insertReview(client, name, name, 'pending');
  }
  await upgrade();
  for (const table of ['users', 'registration_reviews']) {
    const { rows } = await client.query(`select username_key as key from ${table} order by id`);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['ςaσ', 'σaς', 'σaσ']);
  }
});
