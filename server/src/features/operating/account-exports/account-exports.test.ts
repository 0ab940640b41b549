import { randomBytes } from 'node:crypto';
import { request as openRequest } from 'node:http';
import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { unzip } from '@matinee/testkit/files/unzip.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol, verify } from '../../accounts/mfa/mfa.fixture.ts';

const clock = makeJumpingClock();
let server: TestServer;
let root: TestUser;
let anna: Awaited<ReturnType<typeof enrol>>;
let berta: TestUser;
let room: string;
/** More than the sockets between the server and a reader hold. */
const film = randomBytes(16 * 1_048_576);
film.write('PK\u0003\u0004');
const roomPassword = 'the-password-of-the-room';

beforeAll(async () => {
  server = await startTestServer({ clock });
  root = await server.signIn();
  [anna, berta] = [await enrol(server, clock.nowMs()), await server.signUp('berta')];
  room = await makeRoom(server, anna);
  await makeRoom(server, anna, { name: 'closed', password: roomPassword });
  await joinRoom(server, room, berta);
  await addMedia(server, room, anna, 'a film of anna');
  await addMedia(server, room, berta, 'a film of berta');
  await fill();
});
afterAll(() => server?.stop());

async function fill(): Promise<void> {
  const file = { url: server.url, token: anna.token, room, bytes: film, name: 'film.zip', type: 'application/zip' };
  const { attachment_reference } = await uploadFile(file);
  for (const [by, content, attachments] of [
    [anna, 'words of anna', [attachment_reference]],
    [berta, 'words of berta', []],
  ] as const) {
    const request = { client_message_id: content, content, attachments: attachments as never };
    await server.ok({ call: 'RoomService.SendChatMessage', token: by.token, room, request });
  }
  const poll = { question: 'Which?', options: [{ text: 'this one' }, { text: 'that one' }] };
  await server.ok({ call: 'PollsService.CreatePoll', token: anna.token, room, request: poll });
  await server.ok({ call: 'UserService.BlockUser', token: anna.token, request: { user_id: berta.id } });
}

const proof = (user: TestUser) =>
  verify(server, user, 'ACCOUNT_EXPORT', user === anna ? { recovery_code: anna.recoveryCodes.pop()! } : undefined);
const create = async (user: TestUser = anna) =>
  server.rest({
    call: 'UserService.CreateAccountExport',
    token: user.token,
    request: { verification_id: await proof(user) },
  });
const addressFor = async (user: TestUser = anna): Promise<string> => server.url + (await create(user)).json.url;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const listIn = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)!.toString());
const reasonOf = async (url: string) => (await (await fetch(url)).json()).code;

/** A download whose reader takes nothing after the head of the answer. */
async function openSlow(url: string) {
  const request = openRequest(url).on('error', () => undefined);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve) => {
    request.on('response', resolve).end();
  });
  response.on('error', () => undefined).pause();
  return { status: response.statusCode, end: () => request.destroy() };
}

test('[AX1] an archive has what belongs to the account, and its files', async () => {
  const response = await fetch(await addressFor());
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const files = unzip(await bytesOf(response));
  expect(listIn(files, 'account.json')).toMatchObject([{ id: anna.id, username: anna.username }]);
  expect(listIn(files, 'messages.json')).toContainEqual(
    expect.objectContaining({ room_id: room, content: 'words of anna' }),
  );
  expect(listIn(files, 'items.json')).toMatchObject([{ name: 'a film of anna' }]);
  expect(listIn(files, 'own-rooms.json')).toHaveLength(2);
  expect(listIn(files, 'poll-options.json')).toMatchObject([{ text: 'this one' }, { text: 'that one' }]);
  expect(listIn(files, 'blocked-people.json')).toMatchObject([{ blocked_id: berta.id }]);
  expect(listIn(files, 'actions.json')).toContainEqual(expect.objectContaining({ action: 'user.exported' }));
  const [{ id }] = listIn(files, 'files.json');
  expect(files.get(`files/${id}/film.zip`)!.equals(film)).toBe(true);
});

test('[AX1] [AX3] export.json names every file of it', async () => {
  const files = unzip(await bytesOf(await fetch(await addressFor(berta))));
  const { files: named, account } = JSON.parse(files.get('export.json')!.toString());
  expect(account).toBe(berta.id);
  const names = named.map(({ name }: { name: string }) => name);
  expect(['export.json', ...names]).toEqual([...files.keys()]);
  expect(names.length).toBeGreaterThan(35);
});

test('[AX2] no secret is in it, and nothing of others', async () => {
  const files = unzip(await bytesOf(await fetch(await addressFor())));
  const all = Buffer.concat([...files.values()]).toString('latin1');
  const [row] = await server.sql('select password_record from users where id = $1', [anna.id]);
  const { password_record: record } = row as { password_record: string };
  const secrets = [anna.secret, ...anna.recoveryCodes, anna.token, record, roomPassword];
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
  expect(all).not.toContain('words of berta');
  expect(all).not.toContain('a film of berta');
});

test('[AX4] an address serves once, until a minute has passed or the session has ended', async () => {
  const once = await addressFor(berta);
  expect((await fetch(once, { method: 'HEAD' })).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(once)));
  const bytes = await Promise.all(answers.map(bytesOf));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(bytes.filter((one) => one.includes('PK')).length).toBe(1);
  const late = await addressFor(berta);
  clock.jump(61_000);
  expect(await reasonOf(late)).toBe('account_exports.invalid');
  const carla = await server.signUp('carla');
  const ended = await addressFor(carla);
  await server.ok({ call: 'UserService.Logout', token: carla.token });
  expect((await fetch(ended)).status).toBe(401);
});

test('[AX4] a verification of another operation gets none', async () => {
  const verification_id = await verify(server, berta, 'ACCOUNT_CLOSE');
  const request = { verification_id };
  const answer = await server.rest({ call: 'UserService.CreateAccountExport', token: berta.token, request });
  expect(answer).toMatchObject({ status: 403, reason: 'mfa.verification_invalid' });
});

test('[AX5] a root gets the archive of another, and it is in the audit', async () => {
  const request = { user_id: berta.id };
  const { url } = await server.ok({ call: 'AdminService.CreateUserExport', token: root.token, request });
  const files = unzip(await bytesOf(await fetch(server.url + url)));
  expect(listIn(files, 'account.json')).toMatchObject([{ id: berta.id }]);
  const { records } = await server.ok({
    call: 'AdminService.ListAuditRecords',
    token: root.token,
    request: { action: 'user.exported' },
  });
  expect(records[0]).toMatchObject({ actor_id: root.id, target: berta.id, details: { username: berta.username } });
});

test('[AX5] the operator, who has no session, asks for no address', async () => {
  const grpc = new GrpcClient(server.app.managementAddresses[0]!);
  const refused = await grpc.call({ call: 'AdminService.CreateUserExport', request: { user_id: berta.id } });
  expect(refused.reason).toBe('account_exports.by_stream');
  grpc.close();
});

test('[AX8] a file whose bytes are lost is named, and the rest is there', async () => {
  const dora = await server.signUp('dora');
  await joinRoom(server, room, dora);
  for (const name of ['lost.txt', 'there.txt']) {
    const bytes = Buffer.from(`the text of ${name}`);
    await uploadFile({ url: server.url, token: dora.token, room, bytes, name, type: 'text/plain' });
  }
  const [{ id }] = (await server.sql(`select id from files where owner_id = $1 and name = 'lost.txt'`, [dora.id])) as [
    { id: string },
  ];
  await server.sql(
    `delete from file_segments where part_id in (select part.id from file_parts part
     join files on files.content_id = part.location where files.id = $1)`,
    [id],
  );
  const files = unzip(await bytesOf(await fetch(await addressFor(dora))));
  expect(listIn(files, 'missing-files.json')).toEqual([{ id, name: 'lost.txt' }]);
  const there = [...files].find(([name]) => name.endsWith('/there.txt'))!;
  expect(there[1].toString()).toBe('the text of there.txt');
});

test('[AX6] [AX7] one at a time of an account, two of a process, and those who take nothing lose the place', async () => {
  const [carla, dora] = [await server.signUp('carla'), await server.signUp('dora')];
  const ofAnna = await Promise.all([addressFor(), addressFor()]);
  const more = await Promise.all([addressFor(carla), addressFor(dora)]);
  const slow = await openSlow(ofAnna[0]!);
  expect(slow.status).toBe(200);
  expect(await reasonOf(ofAnna[1]!)).toBe('account_exports.running');
  expect((await create()).reason).toBe('account_exports.running');
  slow.end();
  await until('the place is free', async () => (await create()).status === 200);
  expect((await fetch(more[0]!)).status).toBe(200);
});
