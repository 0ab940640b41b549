/**
 * `testdata/oldest-state.backup` is a backup from the oldest version that we can upgrade from. It has five accounts,
 * two rooms, a film list and a message. It does not change until we stop supporting that version.
 */
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFeatureMigrations } from './composition/tables/feature-migrations.ts';
import { restoreBackup } from './store/backup/restore-backup.ts';
import { ownMigrations } from './store/migrations.ts';

const path = fileURLToPath(new URL('../testdata/oldest-state.backup', import.meta.url));
const room = 'room_06h04jt0odr9dcurr4tmdbqsto';

let server: TestServer;
beforeAll(async () => {
  const database = await freshDatabase();
  const migrations = [...(await ownMigrations()), ...(await loadFeatureMigrations())];
  await restoreBackup({
    path,
    address: database,
    migrations,
    onProgress: () => undefined,
    beforeCommit: async () => undefined,
  });
  server = await startTestServer({ database });
});
afterAll(() => server?.stop());

test('[ST35] accounts of the oldest version sign in, and find their rooms, films and messages', async () => {
  const member = await server.signIn('member_3');
  const call = (name: string, request = {}) => server.ok({ call: name, token: member.token, room, request });
  expect((await call('RoomService.GetChatHistory')).messages).toMatchObject([
    { content: 'Hello from the oldest version' },
  ]);
  const { media } = await call('RoomService.ListPlaylistItems');
  expect(media).toHaveLength(2);
  const sent = { client_message_id: 'second', content: 'And from this one' };
  expect((await call('RoomService.SendChatMessage', sent)).message.content).toBe(sent.content);
});

test('[ST35] settings of the oldest version are in force, and can be changed', async () => {
  expect(await server.ok({ call: 'PublicService.GetServerInfo', request: {} })).toMatchObject({ name: 'The oldest' });
  const root = await server.signIn();
  const request = { settings: { server: { name: 'The newest' } }, update_mask: 'server.name' };
  await server.ok({ call: 'AdminService.UpdateSettings', token: root.token, request });
  expect(await server.ok({ call: 'PublicService.GetServerInfo', request: {} })).toMatchObject({ name: 'The newest' });
});
