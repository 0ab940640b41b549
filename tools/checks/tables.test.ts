import { expect, test } from 'vitest';
import { tablesInSource, tablesInSql } from './named-tables.ts';
import { faultsIn, type Manifest } from './tables.ts';

const tables = ['users', 'rooms', 'polls', 'outbox'];
const isTable = (name: string) => tables.includes(name);
const inSource = (text: string) =>
  tablesInSource('a.ts', text, isTable).map(({ table, isWritten }) => `${isWritten ? 'writes' : 'reads'} ${table}`);
const inSql = (text: string) =>
  tablesInSql(text, isTable).map(({ table, isWritten }) => `${isWritten ? 'writes' : 'reads'} ${table}`);

const users: Manifest = { place: 'accounts/users', tables: ['users'], reads: [] };
const rooms: Manifest = { place: 'rooms/rooms', tables: ['rooms'], reads: ['users'] };
const polls: Manifest = { place: 'talk/polls', tables: ['polls'], reads: [] };
const wings = ['accounts', 'rooms', 'talk'];

/** The faults if `place` names `table`, and rooms read users as they say. */
function faultsOf(place: string | undefined, table: string, isWritten: boolean, manifests = [users, rooms, polls]) {
  const declared = { table: 'users', line: 1, isWritten: false, file: 'rooms.store.ts', place: 'rooms/rooms' };
  const use = { table, line: 7, isWritten, file: 'a.ts', place };
  return faultsIn({ wings, tables, manifests }, [declared, use]);
}

test('who keeps to the manifests has no faults', () => {
  expect(faultsOf('talk/polls', 'polls', true)).toEqual([]);
  expect(faultsOf('rooms/rooms', 'users', false)).toEqual([]);
  expect(faultsOf('store', 'outbox', true)).toEqual([]);
});

test('a table of another feature is written by nobody, and read by those who say so', () => {
  expect(faultsOf('talk/polls', 'rooms', false)).toEqual([
    'a.ts:7 reads rooms, a table of rooms/rooms: name it in the reads of the manifest\n',
  ]);
  expect(faultsOf('rooms/rooms', 'users', true)).toEqual([
    'a.ts:7 writes users, a table of accounts/users: call a function of accounts/users\n',
  ]);
  expect(faultsOf('talk/polls', 'outbox', true)).toEqual([
    'a.ts:7 writes outbox, a table of store: call a function of store\n',
  ]);
  expect(faultsOf(undefined, 'users', false)).toEqual(['a.ts:7 names the table users outside of features and store\n']);
});

test('a table has one owner', () => {
  expect(faultsOf('talk/polls', 'polls', true, [users, rooms])).toContain(
    'no feature owns the table polls: name it in the tables of a manifest\n',
  );
  expect(faultsOf('talk/polls', 'polls', true, [users, rooms, polls, { ...polls, place: 'talk/chat' }])).toEqual([
    'the table polls has two owners: talk/polls and talk/chat\n',
  ]);
});

test('a feature reads no table of a later wing, and says nothing that is not so', () => {
  const manifests = (reads: string[]) => [users, { ...rooms, reads: ['users', ...reads] }, polls];
  expect(faultsOf('rooms/rooms', 'polls', false, manifests(['polls']))).toEqual([
    'rooms/rooms reads polls of talk/polls, a later wing: let it be given a function of talk/polls\n',
  ]);
  expect(faultsOf('rooms/rooms', 'users', false, manifests(['outbox']))).toEqual([
    'rooms/rooms says that it reads outbox, and does not\n',
  ]);
  expect(faultsOf('rooms/rooms', 'users', false, manifests(['rooms']))).toEqual([
    'rooms/rooms says that it reads rooms, which it owns\n',
  ]);
});

test.each([
  ['db.selectFrom("users as u").innerJoin("rooms", "rooms.id", "u.room")', ['reads users', 'reads rooms']],
  ['({ selectFrom }) => selectFrom(["polls", "users as u"])', ['reads polls', 'reads users']],
  ['db.updateTable("rooms").from("polls")', ['reads polls', 'writes rooms']],
  [
    `sql\`delete from rooms where id in (select id from \${sql\`polls join users u on true\`})\``,
    ['writes rooms', 'reads users'],
  ],
  ['sql.table("rooms")', ['writes rooms']],
  ['client.query("insert into polls select from users")', ['writes polls', 'reads users']],
  [`Buffer.from("other"); label("from users"); sql\`\${users} order by rooms.id -- from polls\``, []],
])('%s names tables', (text, named) => {
  expect(inSource(text).sort()).toEqual([...named].sort());
});

test.each([
  ['CREATE FUNCTION f() AS $$ BEGIN UPDATE rooms SET a = 1; RETURN NULL; END $$', ['writes rooms']],
  [
    'ALTER TABLE IF EXISTS ONLY users ADD COLUMN a text; CREATE INDEX a ON polls (id)',
    ['writes users', 'writes polls'],
  ],
  ['SELECT FROM users u, rooms WHERE u.id = rooms.id ORDER BY a, polls', ['reads users', 'reads rooms']],
  ["SELECT 'from polls' FROM (SELECT) rooms JOIN users.x ON true /* from polls */", []],
  ['CREATE TRIGGER t AFTER UPDATE ON users EXECUTE FUNCTION f(); a text REFERENCES rooms (id)', []],
])('%s names tables', (text, named) => {
  expect(inSql(text).sort()).toEqual([...named].sort());
});

test('the line of a name is that in the file', () => {
  const [first] = tablesInSource('a.ts', 'const a = 1;\nconst b = sql`\n  select\n  from users`;', isTable);
  expect(first?.line).toBe(4);
});
