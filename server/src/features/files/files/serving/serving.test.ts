import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const bytes = Buffer.from('0123456789');
let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  const anna = await server.signUp('anna');
  const room = await makeRoom(server, anna);
  const { attachment_reference } = await uploadFile({ url: server.url, token: anna.token, room, bytes });
  const request = { client_message_id: 'm', content: '', attachments: [attachment_reference] };
  const { message } = await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
  url = server.url + message.attachments[0].url;
});
afterAll(() => server?.stop());

async function read(headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(url, { method, headers });
  const { status } = answer;
  const [length, range] = ['content-length', 'content-range'].map((name) => answer.headers.get(name));
  return { status, length, range, text: await answer.text(), etag: answer.headers.get('etag') };
}
const whole = { status: 200, length: '10', range: null, text: '0123456789' };

test.each([
  ['bytes=0-0', '0', '0-0'],
  ['bytes=7-', '789', '7-9'],
  ['bytes=-3', '789', '7-9'],
  ['bytes=-99', '0123456789', '0-9'],
  ['bytes=8-99', '89', '8-9'],
])('[FI11] %s is one range', async (range, text, place) => {
  const expected = { status: 206, length: String(text.length), range: `bytes ${place}/10` };
  expect(await read({ range })).toMatchObject({ ...expected, text });
  expect(await read({ range }, 'HEAD')).toMatchObject({ ...expected, text: '' });
});

test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('[FI11] %s is beyond the end', async (range) => {
  expect(await read({ range })).toMatchObject({ status: 416, range: 'bytes */10', text: '' });
});

test.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=a-b', 'items=0-1'])('[FI11] %s gives the whole file', async (range) => {
  expect(await read({ range })).toMatchObject(whole);
});

test('[FI11] a range of what has changed gives the whole file, and what the client has is not sent again', async () => {
  const { etag, text } = await read({}, 'HEAD');
  expect(text).toBe('');
  const range = 'bytes=0-1';
  expect(await read({ range, 'if-range': etag! })).toMatchObject({ status: 206, text: '01' });
  for (const other of ['"other"', `W/${etag}`, new Date(0).toUTCString()])
    expect(await read({ range, 'if-range': other })).toMatchObject(whole);
  for (const known of [etag!, `"other", W/${etag}`, '*'])
    expect(await read({ 'if-none-match': known, range })).toMatchObject({ status: 304, text: '' });
  expect(await read({ 'if-none-match': '"other"' })).toMatchObject(whole);
});
