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

test('[FI16] a file that is sent again while its message grows too old is there', async () => {
  const { token, ...anna } = await server.signUp('anna');
  const room = await makeRoom(server, { token, ...anna });
  const send = (client_message_id: string, attachment: object) => {
    const request = { client_message_id, content: '', attachments: [attachment as never] };
    return server.ok({ call: 'RoomService.SendChatMessage', token, room, request });
  };
  const file = { url: server.url, token, room, bytes: Buffer.from('a note') };
  const { message } = await send('first', (await uploadFile(file)).attachment_reference);
  const [holder, retention] = [new pg.Client(server.database), new pg.Client(server.database)];
  await Promise.all([holder.connect(), retention.connect()]);
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const areWaiting = async (count: number) => (await server.sql(waiting)).length === count;
  try {
    await holder.query('begin');
    await holder.query('select 1 from topics where topic = $1 for update', [room]);
    const sent = send('again', { kind: 'REUSE', id: message.attachments[0].reuse_token });
    await until('the message waits for its turn', () => areWaiting(1));
    const deleted = retention.query('delete from chat_messages where id = $1', [message.id]);
    await until(
      'the deletion waits, or is done',
      async () => (await areWaiting(2)) || (await Promise.race([deleted, undefined])) !== undefined,
    );
    await holder.query('commit');
    const { id: message_id } = (await sent).message;
    await deleted;
    const again = await server.ok({ call: 'RoomService.GetChatMessage', token, room, request: { message_id } });
    expect(again.message.attachments).toMatchObject([{ name: 'note.txt' }]);
  } finally {
    await Promise.all([holder.end(), retention.end()]);
  }
});
