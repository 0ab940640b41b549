import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[FI16] a file is sent while its bytes are being moved to another place', async () => {
  const { token, ...anna } = await server.signUp('anna');
  const room = await makeRoom(server, { token, ...anna });
  const bytes = Buffer.from('PK\u0003\u0004 and what follows');
  const { url } = server;
  const file = { url, token, room, bytes, name: 'a.zip', type: 'application/zip' } as const;
  const { attachment_reference } = await uploadFile(file);
  const mover = new pg.Client(server.database);
  await mover.connect();
  try {
    await mover.query('begin');
    await mover.query(`insert into file_contents
      select (jsonb_populate_record(c, '{"id": "blob_moved", "backend": "elsewhere"}')).* from file_contents c`);
    await mover.query(`update files set content_id = 'blob_moved'`);
    const request = { client_message_id: 'm', content: '', attachments: [attachment_reference as never] };
    const sent = server.rest({ call: 'RoomService.SendChatMessage', token, room, request });
    await until('the message waits for the mover', async () => {
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await server.sql(waiting)).length === 1;
    });
    await mover.query('commit');
    expect(await sent).toMatchObject({ status: 200 });
  } finally {
    await mover.end();
  }
});
