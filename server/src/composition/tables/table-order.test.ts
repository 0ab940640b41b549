import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ownMigrations } from '../../store/migrations.ts';
import { loadFeatureMigrations } from './feature-migrations.ts';
import { inOrderOfTables } from './table-order.ts';

const feature = (name: string, ...sql: string[]) =>
  sql.map((each, index) => ({ feature: name, name: `00${index + 1}_${name}`, sql: each }));
const names = (features: ReturnType<typeof inOrderOfTables>) => features.map((steps) => steps[0]?.feature);

describe('migrations of features run in an order in which', () => {
  test('every table that a step names was made before', () => {
    const chat = feature('chat', 'CREATE TABLE lines (room text REFERENCES rooms (id))');
    const counts = feature('counts', 'create table counts (n int)', 'CREATE TRIGGER t AFTER INSERT ON lines');
    const rooms = feature('rooms', 'CREATE TABLE rooms (id text, parent text REFERENCES rooms (id))');
    expect(names(inOrderOfTables([counts, chat, rooms]))).toEqual(['rooms', 'chat', 'counts']);
  });

  test('a later step counts, and a comment does not', () => {
    const early = feature('early', 'CREATE TABLE a (id text)', 'INSERT INTO a SELECT id FROM z');
    const late = feature('late', 'CREATE TABLE z (id text) -- as in REFERENCES a');
    expect(names(inOrderOfTables([early, late]))).toEqual(['late', 'early']);
  });

  test('no two features need one another: those are refused by name', () => {
    const one = feature('one', 'CREATE TABLE a (z text REFERENCES z (id))');
    const two = feature('two', 'CREATE TABLE z (a text REFERENCES a (id))');
    expect(() => inOrderOfTables([one, two])).toThrow('the tables of one, two, one need one another');
  });

  test('no step is left out', async () => {
    const steps = [...(await ownMigrations()), ...(await loadFeatureMigrations())];
    const list = await readFile(new URL('../../../migrations.sha256', import.meta.url), 'utf8');
    const listed = list.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(66)]));
    const folderOf = (of: string) => (of === 'store' ? 'migrations' : of);
    expect(steps.map(({ feature: of, name }) => `${folderOf(of)}/${name}.sql`).sort()).toEqual(listed.sort());
  });
});
