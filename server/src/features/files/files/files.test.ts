import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { JsonObject } from '@bufbuild/protobuf';
import { pictureOf } from '@matinee/testkit/files/picture.ts';
import { completion, createSession, proofOf, sendPart, sha256, uploadFile } from '@matinee/testkit/files/upload.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gifOf, pngOf } from '../../../drivers/images/images.fixture.ts';

let server: TestServer;
let anna: TestUser;
let berta: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
  room = await makeRoom(server, anna);
  await joinRoom(server, room, berta);
});
afterAll(() => server?.stop());

const png = pictureOf('files', 2, 3);
let made = 0;
/** Text that differs in each test. */
const text = (length = 100) => Buffer.from(`${++made} `.padEnd(length, 'a note '));
const complete = 'RoomService.CompleteChatAttachmentUploadSession';

const fileOf = (bytes: Buffer, by = anna, more: object = {}) => ({
  url: server.url,
  token: by.token,
  room,
  bytes,
  ...more,
});
const call = (name: string, request: JsonObject, by = anna, at = room) =>
  server.rest({ call: `RoomService.${name}`, token: by.token, room: at, request });
const session = async (bytes: Buffer, by = anna, more: object = {}) =>
  (await createSession(fileOf(bytes, by, more))).json;
const send = (attachments: object[], by = anna, at = room) =>
  call('SendChatMessage', { client_message_id: `m${++made}`, content: '', attachments: attachments as never }, by, at);
const upload = async (bytes: Buffer, by = anna, more: object = {}) =>
  (await uploadFile(fileOf(bytes, by, more))).attachment_reference;
const sent = async (bytes: Buffer, by = anna, more: object = {}) => {
  const answer = await send([await upload(bytes, by, more)], by);
  if (answer.status !== 200) throw new Error(answer.reason);
  return answer.json.message;
};

test('[FI3] [FI15] a file of several parts is uploaded, sent and read', async () => {
  const bytes = randomBytes(9 * 1_048_576);
  bytes.write('PK\u0003\u0004');
  const message = await sent(bytes, anna, { name: 'film.zip', type: 'application/zip' });
  const [attachment] = message.attachments;
  expect(attachment).toMatchObject({
    kind: 'file',
    name: 'film.zip',
    mime_type: 'application/zip',
    size_bytes: bytes.length,
  });
  const answer = await fetch(server.url + attachment.url);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="film.zip"');
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

test('[FI6] [FI11] a picture has its size, is shown inline, and is read in ranges', async () => {
  const [picture] = (await sent(png, anna, { name: 'a.png', type: 'image/png' })).attachments;
  expect(picture).toMatchObject({ kind: 'image', width: 2, height: 3 });
  const whole = await fetch(server.url + picture.url);
  const etag = whole.headers.get('etag')!;
  expect(whole.headers.get('content-disposition')).toContain('inline');
  const part = await fetch(server.url + picture.url, { headers: { range: 'bytes=1-3' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 1-3/${png.length}`,
    'PNG',
  ]);
  const known = await fetch(server.url + picture.url, { headers: { 'if-none-match': etag } });
  expect(known.status).toBe(304);
  const beyond = await fetch(server.url + picture.url, { headers: { range: 'bytes=9999-' } });
  expect(beyond.status).toBe(416);
});

test('[FI5] bytes that are there need a proof, and a wrong one gives nothing', async () => {
  const bytes = text(5_000);
  await upload(bytes);
  const instant = await session(bytes, berta);
  expect(instant).toMatchObject({ upload_required: false, ownership_proof_required: true });
  expect(instant.ownership_proof_ranges.length).toBe(3);
  const request = completion(instant, bytes, []);
  const wrong = { ...request, ownership_proof: proofOf(instant, Buffer.alloc(bytes.length)) };
  for (let i = 0; i < 2; i++)
    expect((await server.rest({ call: complete, request: wrong })).reason).toBe('files.proof_failed');
  expect((await server.rest({ call: complete, request })).status).toBe(200);
  const again = await session(bytes, berta);
  const failing = { ...completion(again, bytes, []), ownership_proof: '' };
  for (let i = 0; i < 5; i++) await server.rest({ call: complete, request: failing });
  expect((await server.rest({ call: complete, request: completion(again, bytes, []) })).reason).toBe(
    'files.upload_not_found',
  );
  const put = await fetch(
    `${server.url}/api/chat/attachment-objects/${instant.attachment_reference.id}?token=${instant.upload_token}`,
    {
      method: 'PUT',
      body: 'x',
      headers: { 'content-range': 'bytes 0-0/1' },
    },
  );
  expect(put.status).toBe(409);
});

test('[FI3] parts that are not those of the plan are refused, and leave nothing', async () => {
  const bytes = randomBytes(8 * 1_048_576 + 10);
  bytes.write('PK\u0003\u0004');
  const zip = { name: 'a.zip', type: 'application/zip' };
  const begun = await session(bytes, anna, zip);
  const put = async (range: string | undefined, body: Uint8Array, token = begun.upload_token) => {
    const headers = { 'x-file-upload-token': token, ...(range ? { 'content-range': range } : {}) };
    const url = server.url + begun.upload_url.split('?')[0];
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
    return (await answer.json()).code;
  };
  const total = bytes.length;
  const last = bytes.subarray(8 * 1_048_576);
  const range = `bytes ${8 * 1_048_576}-${total - 1}/${total}`;
  for (const bad of [undefined, 'bytes 0-9/10', `bytes 1-${total - 1}/${total}`, `bytes 0-${total - 1}/${total}`, 'x'])
    expect(await put(bad, last)).toBe('files.bad_range');
  expect(await put(range, last.subarray(1))).toBe('files.part_mismatch');
  expect(await put(range, Buffer.concat([last, last]))).toBe('files.part_mismatch');
  expect(await put(range, Buffer.alloc(10))).toBe('files.part_mismatch');
  expect(await put(range, last, 'x.y')).toBe('files.invalid_token');
  const other = await session(text(), berta);
  expect(await put(range, last, other.upload_token)).toBe('files.invalid_token');
  const request = completion(begun, bytes, ['', '']);
  expect((await server.rest({ call: complete, request })).reason).toBe('files.part_missing');
  const many = await Promise.all(Array.from({ length: 6 }, () => put(range, last)));
  expect(many).toEqual(Array(6).fill(undefined));
  const resumed = await session(bytes, anna, zip);
  expect(resumed).toMatchObject({ upload_id: begun.upload_id, uploaded_parts: [{ part_number: 2, size_bytes: 10 }] });
});

test('[FI4] completions that come at once, and again, make one file; wrong ones make none', async () => {
  const bytes = text();
  const begun = await session(bytes);
  const { id } = begun.attachment_reference;
  const etag = (await sendPart(server.url, begun, begun.plan.parts[0], bytes)).headers.get('etag')!;
  const request = completion(begun, bytes, [etag]) as JsonObject;
  const [part] = request['parts'] as JsonObject[];
  const finish = (change: object) => server.rest({ call: complete, request: { ...request, ...change } });
  const reason = async (change: object) => (await finish(change)).reason;
  expect(await reason({ parts: [] })).toBe('files.bad_manifest');
  expect(await reason({ parts: [part, part] })).toBe('files.bad_manifest');
  expect(await reason({ parts: [{ ...part, size_bytes: 1 }] })).toBe('files.bad_manifest');
  expect(await reason({ parts: [{ ...part, etag: 'x' }] })).toBe('files.bad_manifest');
  expect(await reason({ upload_id: 'x' })).toBe('files.upload_not_found');
  expect(await reason({ token: 'x.y' })).toBe('files.invalid_token');
  expect(await reason({ token: '' })).toBe('files.invalid_token');
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish({})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await finish({})).status).toBe(200);
  expect((await server.sql('select 1 from files where id = $1', [id])).length).toBe(1);
  const late = await sendPart(server.url, begun, begun.plan.parts[0], bytes);
  expect((await late.json()).code).toBe('files.upload_completed');
  await server.sql(`update file_uploads set expires_at = now() - interval '1 hour' where id = $1`, [id]);
  expect(await reason({})).toBe('files.upload_expired');
});

test('[FI4] the same upload that begins several times at once is one upload', async () => {
  const bytes = text();
  const begun = await Promise.all(Array.from({ length: 6 }, () => session(bytes)));
  expect(new Set(begun.map(({ upload_id }) => upload_id)).size).toBe(1);
  expect((await session(bytes, berta)).upload_id).not.toBe(begun[0].upload_id);
});

test('[FI1] [FI2] sizes, types and parts that do not fit are refused before anything is sent', async () => {
  const file = { file_name: 'a', mime_type: 'text/plain', size_bytes: 3 };
  const sum = { part_number: 1, size_bytes: 3, sha256: '0'.repeat(64) };
  const create = (change: object) => call('CreateChatAttachmentUploadSession', { ...file, ...change });
  const reason = async (change: object) => (await create(change)).reason;
  expect((await create({})).json).toMatchObject({ upload_required: false, plan: { parts: [{ part_number: 1 }] } });
  expect(await reason({ size_bytes: 50 * 1_048_576 + 1 })).toBe('files.too_large');
  for (const mime_type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'x/y'])
    expect(await reason({ mime_type })).toBe('files.type_not_allowed');
  for (const parts of [[sum, sum], [{ ...sum, part_number: 2 }], [{ ...sum, size_bytes: 2 }]])
    expect(await reason({ parts })).toBe('files.bad_manifest');
  expect(await reason({ size_bytes: 0 })).toBe('call.invalid_request');
  expect(await reason({ parts: [{ ...sum, sha256: 'A'.repeat(64) }] })).toBe('call.invalid_request');
});

test('[FI6] types that lie are refused, and what was sent is gone', async () => {
  const attempt = (bytes: Buffer, type: string) => uploadFile(fileOf(bytes, anna, { name: 'a', type }));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await expect(attempt(svg, 'image/png')).rejects.toThrow('files.wrong_type');
  await expect(attempt(text(), 'application/pdf')).rejects.toThrow('files.wrong_type');
  await expect(attempt(png, 'text/plain')).rejects.toThrow('files.wrong_type');
  await expect(attempt(Buffer.from('{"a": [1, 2}'), 'application/json')).rejects.toThrow('files.wrong_type');
  await expect(attempt(Buffer.from(`hello ${'x'.repeat(300_000)}`), 'application/json')).rejects.toThrow('wrong_type');
  await attempt(Buffer.from(`\ufeff{"a": [${++made}]}`), 'application/json');
  await attempt(Buffer.from(`[${'1, '.repeat(200_000)}${++made}]`), 'application/json');
  // More frames than the server allows, and more pixels than its bytes contain.
  await expect(attempt(gifOf(2_001), 'image/gif')).rejects.toThrow('files.bad_picture');
  await expect(attempt(pngOf(8_000, 8_000, deflateSync(Buffer.alloc(9))), 'image/png')).rejects.toThrow('bad_picture');
  const photograph = await sharp(png).avif().toBuffer();
  await expect(attempt(photograph, 'image/heic')).rejects.toThrow('files.wrong_type');
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(8_193, 16);
  await expect(attempt(bomb, 'image/png')).rejects.toThrow('files.bad_picture');
  expect(
    await server.sql('select 1 from file_uploads where completed_at is null and size_bytes = $1', [bomb.length]),
  ).toEqual([]);
});

test('[FI50] a photograph in HEIC is recognized by its bytes, loses what tells of it, and is a file to be saved', async () => {
  const bytes = await sharp(png)
    .withExif({ IFD0: { Copyright: 'Anna Musterfrau' } })
    .avif()
    .toBuffer();
  // With this brand, any reader detects the file as HEVC.
  for (let at = bytes.indexOf('avif'); at !== -1 && at < 40; at = bytes.indexOf('avif', at + 1))
    bytes.write('heic', at);
  const [attachment] = (await sent(bytes, anna, { name: 'a.heic', type: 'image/heic' })).attachments;
  expect(attachment).toMatchObject({ kind: 'file', mime_type: 'image/heic', variants: [] });
  const answer = await fetch(server.url + attachment.url);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(Buffer.from(await answer.arrayBuffer()).includes('Anna')).toBe(false);
});

test('[FI7] names lose their folders and what nobody sees', async () => {
  const nameOf = async (name: string) => (await sent(text(), anna, { name })).attachments[0].name;
  expect(await nameOf('../../etc/passwd')).toBe('passwd');
  expect(await nameOf('C:\\temp\\a<b>.txt')).toBe('a_b_.txt');
  expect(await nameOf('..')).toBe('file');
  expect(await nameOf('photo\u202egnp.exe')).toBe('photognp.exe');
  const [attachment] = (await sent(text(), anna, { name: 'résumé "1".txt' })).attachments;
  const answer = await fetch(server.url + attachment.url);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="r_sum_ _1_.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9%20_1_.txt`,
  );
});

test('[FI12] nothing that could be a page is shown as one', async () => {
  const page = Buffer.from(`<!doctype html><script>alert(${++made})</script>`);
  const [attachment] = (await sent(page, anna, { name: 'a.html' })).attachments;
  const { headers } = await fetch(server.url + attachment.url);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(headers.get('cache-control')).toContain('private');
});

test('[FI15] [CH36] [CH1] uploads of others, of other rooms and such that are used are not attached', async () => {
  const reference = await upload(text());
  const refused = async (attachments: object[], by = anna, at = room) => (await send(attachments, by, at)).reason;
  const elsewhere = await makeRoom(server, anna);
  expect(await refused([reference], berta)).toBe('chat.attachment_not_found');
  expect(await refused([reference], anna, elsewhere)).toBe('chat.attachment_not_found');
  expect(await refused([reference, reference])).toBe('chat.attachment_not_found');
  expect(await refused([])).toBe('chat.empty');
  expect(await refused(Array(11).fill(reference))).toBe('call.invalid_request');
  expect(await refused([(await session(text())).attachment_reference])).toBe('chat.attachment_not_found');
  const request = { client_message_id: `once${++made}`, content: '', attachments: [reference] };
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('SendChatMessage', request)));
  expect(new Set(answers.map(({ json }) => json.message.id)).size).toBe(1);
  expect(answers[5]!.json.message.attachments).toMatchObject([{ id: reference.id }]);
  expect(await refused([reference])).toBe('chat.attachment_not_found');
});

test('[FI8] [FI13] [FI16] who leaves the room reads nothing and sends nothing again', async () => {
  const carla = await server.signUp('carla');
  await joinRoom(server, room, carla);
  const message = await sent(text());
  const own = (await call('GetChatMessage', { message_id: message.id }, carla)).json.message.attachments[0];
  const path = own.url.split('?')[0];
  const statusOf = async (url: string, init?: RequestInit) => (await fetch(server.url + url, init)).status;
  const bearer = { headers: { authorization: `Bearer ${carla.token}` } };
  expect(await statusOf(own.url)).toBe(200);
  expect(await statusOf(path, bearer)).toBe(200);
  expect(await statusOf(path)).toBe(403);
  expect(await statusOf(`${path}?token=${own.reuse_token}`)).toBe(403);
  const other = (await sent(text())).attachments[0];
  expect(await statusOf(`${path}?token=${other.url.split('token=')[1]}`)).toBe(403);
  const elsewhere = await makeRoom(server, carla);
  const again = [{ kind: 'REUSE', id: own.reuse_token }];
  expect((await send(again, berta)).reason).toBe('chat.reuse_refused');
  expect((await send(again, carla, elsewhere)).json.message.attachments).toMatchObject([{ name: 'note.txt' }]);
  await call('LeaveRoom', {}, carla);
  expect((await send(again, carla, elsewhere)).reason).toBe('chat.reuse_refused');
  expect(await statusOf(own.url)).toBe(403);
  expect(await statusOf(path, bearer)).toBe(403);
  const unknown = await fetch(`${server.url}/api/chat/attachment-objects/att_${'0'.repeat(26)}?token=x`);
  expect((await unknown.json()).code).toBe('files.not_found');
});

test('[CH37] an event has nothing for one person alone, and everybody asks for their own', async () => {
  const socket = await server.socket(room, berta.token);
  await socket.observe({ case: 'chatEvents', value: {} });
  const message = await sent(png, anna, { name: 'b.png', type: 'image/png' });
  const told = await socket.change('chatEvent', ({ message: one }) => one?.attachments.length === 1);
  const [attachment] = told.message!.attachments;
  expect(attachment).toMatchObject({ id: message.attachments[0].id, width: 2, mimeType: 'image/png' });
  expect([attachment!.reuseToken, attachment!.url.includes('token')]).toEqual([undefined, false]);
  const request = { attachment_ids: [attachment!.id, 'att_x'] };
  const access = (await call('GetChatAttachmentAccess', request, berta)).json.attachments;
  expect(access.length).toBe(1);
  expect((await fetch(server.url + access[0].url)).status).toBe(200);
  expect(access[0].url).not.toBe(message.attachments[0].url);
  await socket.close();
});

test('[CH38] what was attached to a deleted message is read nowhere', async () => {
  const { id, attachments } = await sent(text());
  const [attachment] = attachments;
  await call('DeleteChatMessage', { message_id: id, expected_version: 1 });
  expect((await fetch(server.url + attachment.url)).status).toBe(404);
  expect((await send([{ kind: 'REUSE', id: attachment.reuse_token }])).reason).toBe('chat.reuse_refused');
  expect((await call('GetChatMessage', { message_id: id })).json.message.attachments).toEqual([]);
  expect((await call('GetChatAttachmentAccess', { attachment_ids: [attachment.id] })).json.attachments).toEqual([]);
  expect(await server.sql('select 1 from files where id = $1', [attachment.id])).toEqual([]);
});

test('[FI4] a part that is on its way puts the end of its upload off, and none is taken after the end', async () => {
  const bytes = text(1_000);
  const begun = await session(bytes);
  const { id } = begun.attachment_reference;
  const leftSeconds = async () => {
    const rows = await server.sql(
      'select extract(epoch from expires_at - now())::float8 as s from file_uploads where id = $1',
      [id],
    );
    return (rows[0] as { s: number }).s;
  };
  await server.sql(`update file_uploads set expires_at = now() + interval '1 minute' where id = $1`, [id]);
  const body = new ReadableStream({
    async start(out) {
      out.enqueue(bytes.subarray(0, 10));
      await until('the end is put off', async () => (await leftSeconds()) > 600);
      out.enqueue(bytes.subarray(10));
      out.close();
    },
  });
  const headers = { 'content-range': 'bytes 0-999/1000' };
  const put = (sent: BodyInit) =>
    fetch(server.url + begun.upload_url, { method: 'PUT', headers, body: sent, duplex: 'half' } as RequestInit);
  expect((await put(body)).status).toBe(200);
  await server.sql(`update file_uploads set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  expect((await put(new Uint8Array(bytes))).status).toBe(410);
});

test('[FI9] [FI58] of one person 64 parts are on their way at a time, and one more is told to come again', async () => {
  const bytes = text(1_000);
  const begun = await session(bytes);
  const headers = { 'content-range': 'bytes 0-999/1000' };
  const put = (body: BodyInit) =>
    fetch(server.url + begun.upload_url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
  const opened: ReadableStreamDefaultController[] = [];
  const slow = Array.from({ length: 64 }, () => put(new ReadableStream({ start: (out) => void opened.push(out) })));
  for (const out of opened) out.enqueue(new Uint8Array(bytes.subarray(0, 10)));
  const attempts = 'select 1 from file_parts where sha256 = $1 and stored_at is null';
  await until('all are on their way', async () => (await server.sql(attempts, [sha256(bytes)])).length === 64);
  const refused = await put(new Uint8Array(bytes));
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'files.too_many_uploads']);
  for (const out of opened) {
    out.enqueue(new Uint8Array(bytes.subarray(10)));
    out.close();
  }
  for (const one of slow) expect((await one).status).toBe(200);
  expect((await put(new Uint8Array(bytes))).status).toBe(200);
});

test('[FI57] a voice message is sound whose length its bytes can hold', async () => {
  const voice = { file_name: 'voice.webm', mime_type: 'audio/webm;codecs=opus', size_bytes: 10_000 };
  const waveform = Buffer.alloc(64, 9).toString('base64');
  const reason = async (change: object) =>
    (await call('CreateChatAttachmentUploadSession', { ...voice, ...change })).reason;
  expect(await reason({ duration_seconds: 3.5, waveform })).toBeUndefined();
  expect(await reason({ duration_seconds: 200 })).toBeUndefined();
  for (const bad of [
    { waveform },
    { duration_seconds: 0, waveform },
    { duration_seconds: 201 },
    { duration_seconds: 3, mime_type: 'image/png' },
    { duration_seconds: 3, mime_type: 'application/pdf' },
  ])
    expect(await reason(bad)).toBe('files.bad_voice');
});
