import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../testkit/src/postgres.ts';
import { loadMigrations, type Migration, migrate, pendingMigrations } from './migrations.ts';

const rooms: Migration = { feature: 'rooms', name: '001_rooms', sql: 'create table rooms (id text primary key)' };
const names: Migration = {
  feature: 'rooms',
  name: '002_names',
  sql: 'alter table rooms add name text; create index on rooms (name)',
};
const own = ['store/001_outbox', 'store/002_secret_fingerprints'];
const namesOf = (migrations: readonly Migration[]) => migrations.map(({ feature, name }) => `${feature}/${name}`);

test('[ST30] each step runs once, the own ones first', async () => {
  const address = await freshDatabase();
  expect(namesOf(await pendingMigrations(address, [rooms]))).toEqual([...own, 'rooms/001_rooms']);
  expect(namesOf(await migrate(address, [rooms]))).toEqual([...own, 'rooms/001_rooms']);
  expect(namesOf(await pendingMigrations(address, [rooms, names]))).toEqual(['rooms/002_names']);
  expect(namesOf(await migrate(address, [rooms, names]))).toEqual(['rooms/002_names']);
  expect(await migrate(address, [rooms, names])).toEqual([]);
});

test('[ST30] a step that fails leaves nothing of itself and says which it was', async () => {
  const address = await freshDatabase();
  const broken = { ...names, sql: 'alter table rooms add name text; select nothing' };
  await expect(migrate(address, [rooms, broken])).rejects.toThrow('rooms/002_names failed');
  expect(namesOf(await migrate(address, [rooms, names]))).toEqual(['rooms/002_names']);
});

test('[ST31] a step that was changed after it was applied is refused', async () => {
  const address = await freshDatabase();
  await migrate(address, [rooms]);
  const changed = { ...rooms, sql: `${rooms.sql} -- and more` };
  await expect(migrate(address, [changed, names])).rejects.toThrow('rooms/001_rooms was changed after it was applied');
  await expect(pendingMigrations(address, [changed])).rejects.toThrow('was changed');
  await expect(migrate(address, [{ ...rooms, sql: rooms.sql.replaceAll('\n', '\r\n') }])).resolves.toEqual([]);
});

test('[ST32] a database that is newer than the code is refused', async () => {
  const address = await freshDatabase();
  await migrate(address, [rooms, names]);
  await expect(migrate(address, [rooms])).rejects.toThrow(
    'the database is newer than this Matinee: it has rooms/002_names',
  );
});

test('[ST33] processes that start together apply each step once', async () => {
  const address = await freshDatabase();
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(address, [rooms, names])));
  expect(applied.flat()).toHaveLength(own.length + 2);
  const client = new pg.Client(address);
  await client.connect();
  expect((await client.query('select * from schema_migrations')).rowCount).toBe(own.length + 2);
  await client.end();
});

test('[ST30] the files of a folder are its steps, in order of their names', async () => {
  const found = await loadMigrations('store', new URL('./migrations/', import.meta.url));
  expect(namesOf(found)).toEqual(own);
  expect(found[0]?.sql).toContain('create table outbox');
});
