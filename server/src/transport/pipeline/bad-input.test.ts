/**
 * Requests that attackers and broken clients send, over real connections. The process answers each and stays healthy.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { getMethod } from '@matinee/testkit/contract-call.ts';
import { metadataOf } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let anna: TestUser;
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna);
});
afterEach(async () => {
  const ready = await server.http({ verb: 'GET', path: '/health/ready' });
  expect(ready.status).toBe(200);
});
afterAll(() => server?.stop());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.http({ verb: 'POST', path: `/api/rooms/${room}/chat/messages`, token: anna.token, body, headers });
const message = { client_message_id: 'x', content: 'hi' };

describe('bodies', () => {
  test.each([
    '{',
    '[]',
    'null',
    '"text"',
    '1',
    '{"content": "a",}',
    "{'content': 'a'}",
    '{"content": "a"} {}',
    '\u0000',
    '{"content": NaN}',
    '[[[[[[',
    '{"content": {"$gt": ""}}',
    '{"content": ["a"]}',
    '{"content": 5}',
    '{"content": true}',
  ])('%j is refused with 400 and what is wrong', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^(request|call)\./),
      requestId: expect.any(String),
    });
    expect(answer.text).not.toMatch(/at .*\.ts|node_modules|stack/);
  });

  test.each([
    { ...message, unknown_field: 1 },
    { ...message, contents: 'x' },
    JSON.parse('{"client_message_id":"x","content":"hi","__proto__":{"admin":true}}'),
    { ...message, constructor: { prototype: { admin: true } } },
    { ...message, metadata: 'text' },
    { ...message, metadata: [1] },
    { ...message, clientMessageId: 'y' },
    { ...message, content: 'half a pair \ud800' },
  ])('unknown fields, prototypes and lone surrogates are refused: %j', async (body) => {
    expect((await post(JSON.stringify(body))).status).toBe(400);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('a prototype in free-form metadata does not get through, nor does it pollute', async () => {
    const body = '{"client_message_id":"p","content":"hi","metadata":{"a":{"__proto__":{"polluted":true}}}}';
    expect((await post(body)).status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(
      (await post('{"client_message_id":"p","content":"hi","metadata":{"constructor":{"prototype":1}}}')).status,
    ).toBe(200);
  });

  test('metadata that is nested a thousand times is refused', async () => {
    const deep = `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
    expect((await post(`{"client_message_id":"d","content":"hi","metadata":${deep}}`)).status).toBe(400);
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect((await post(`{"client_message_id":"d","content":"hi","metadata":{"a":${nested}}}`)).status).toBe(400);
  });

  test('a NUL, which PostgreSQL cannot store, is refused wherever text goes in', async () => {
    expect((await post({ ...message, content: 'a\u0000b' })).status).toBe(400);
    expect((await post({ ...message, client_message_id: 'a\u0000b' })).status).toBe(400);
    expect((await post({ ...message, client_message_id: 'nul', metadata: { a: 'b\u0000' } })).status).toBe(400);
    const put = (call: string, request: object) =>
      server.rest({ call, token: anna.token, room, request: request as never });
    const source = { direct_url: { url: 'https://a.example/\u0000' } };
    expect(
      (await put('RoomService.AddMedia', { name: 'a\u0000', source: { direct_url: { url: 'https://a.example' } } }))
        .status,
    ).toBe(400);
    expect((await put('RoomService.AddMedia', { source })).status).toBeLessThan(500);
    expect((await put('RoomService.CreatePlaylist', { name: 'a\u0000' })).status).toBe(400);
    expect((await put('UserService.CreateRoom', { name: 'x', description: 'a\u0000' })).status).toBe(400);
    expect((await put('RoomService.ListPlaylistItems', { search: '\u0000' })).status).toBeLessThan(500);
    expect((await put('RoomService.GetRoomMembers', { search: '\u0000' })).status).toBeLessThan(500);
    expect((await put('UserService.DiscoverRooms', { search: '\u0000' })).status).toBeLessThan(500);
    expect((await put('RoomService.GetMedia', { media_id: 'med_\u0000' })).status).toBeLessThan(500);
    expect((await put('UserService.GetRoomDiscovery', { room_id: 'room_\u0000' })).status).toBeLessThan(500);
    const login = { username: 'anna\u0000', password: 'x\u0000' };
    expect((await put('AuthService.LoginWithDirectPassword', login)).status).toBeLessThan(500);
  });

  test('[TR38] text that breaks a pattern is refused in words, not by the pattern', async () => {
    const request = { name: 'turned \u202e' };
    const { json } = await server.rest({ call: 'UserService.CreateRoom', token: anna.token, request });
    expect(json.error).toBe('name: has characters that do not belong there, or not the right form');
    expect(json.details.violations[0]).toMatchObject({ field: 'name', reason: 'string.pattern' });
  });

  test('a long body of spaces holds nobody up', async () => {
    const body = `${' '.repeat(150_000)}x`;
    const startedMs = performance.now();
    const answer = await server.http({ verb: 'DELETE', path: '/api/user/sessions/ses_x', token: anna.token, body });
    expect(answer.status).toBe(400);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  test('a body above 1 MiB is refused with 413, one above 64 KiB for sign-in', async () => {
    expect(await post(`{"content":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({
      status: 413,
      json: { code: 'request.body_too_large' },
    });
    const login = { username: 'anna', password: 'x'.repeat(70_000) };
    const answer = await server.http({ verb: 'POST', path: '/api/auth/direct-password/login', body: login });
    expect(answer.status).toBe(413);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s is refused with 415',
    async (type) => {
      expect(await post('content=hi', { 'content-type': type })).toMatchObject({
        status: 415,
        json: { code: 'request.unsupported_media_type' },
      });
    },
  );
});

describe('addresses and headers', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api/rooms/%', 400],
    ['GET', '/api/rooms/%ff/settings', 400],
    ['GET', '/api/rooms/..%2f..%2fetc/settings', 404],
    ['PUT', '/api/user', 405],
    ['GET', `/api/rooms/${'x'.repeat(300)}/settings`, 414],
    ['GET', '/api/user/rooms?page=x', 400],
    ['GET', '/api/user/rooms?page=1&page=2', 400],
    ['GET', '/api/user/rooms?page=99999999999', 400],
    ['GET', '/api/user/rooms?unknown=1', 400],
    ['GET', '/api/user/rooms?__proto__[a]=1', 400],
    ['GET', '/api/user/rooms?page=-1', 400],
    ['GET', '/api/user/rooms?page_size=101', 400],
  ])('%s %s gives %i', async (verb, path, status) => {
    const answer = await server.http({ verb, path, token: anna.token });
    // Fastify reports a parameter that is too long as a path without a route.
    expect(status === 414 ? [404, 414] : [status]).toContain(answer.status);
    expect(answer.json).toMatchObject({ status: answer.status, code: expect.any(String) });
  });

  test.each(['Basic YTpi', 'Bearer', 'Bearer  ', 'bearer x y', `Bearer ${'x'.repeat(8_000)}`])(
    'authorization %j is 401',
    async (authorization) => {
      const answer = await server.http({ verb: 'GET', path: '/api/user', headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  test('a sane x-request-id is taken over, any other is replaced', async () => {
    const ask = (id: string) => server.http({ verb: 'GET', path: '/api/user', headers: { 'x-request-id': id } });
    expect((await ask('abc-123')).headers.get('x-request-id')).toBe('abc-123');
    expect((await ask('abc-123')).json.requestId).toBe('abc-123');
    for (const id of ['a b', 'x'.repeat(65), '<script>', '{"a":1}', '\u00e4']) {
      const answer = await ask(id);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'));
    }
  });

  test.each([
    'GET /api/user HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n b\r\n\r\n',
    'GET /api/user HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\rSet-Cookie: b=1\r\n\r\n',
    'GET /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'GET /api/user HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000',
    'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n',
  ])('the raw request %j ends in a refusal or a close, and nothing is injected', async (raw) => {
    const socket = connect(server.app.port, '127.0.0.1');
    let said = '';
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.end(Buffer.from(raw, 'latin1'));
    await once(socket, 'close');
    if (said.startsWith('HTTP/1.1')) expect(said).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(said.toLowerCase()).not.toContain('set-cookie');
  });
});

describe('gRPC', () => {
  test('bytes that are no message are refused', async () => {
    const method = getMethod('RoomService.SendChatMessage');
    const metadata = metadataOf({ call: '', token: anna.token, room });
    const answer = await server.grpc.sendBytes(method, Buffer.from([0xff, 0xff, 0xff, 0xff]), metadata);
    expect([3, 13]).toContain(answer.status);
    expect(answer.message).not.toMatch(/at .*\.ts|node_modules/);
  });

  test('methods and services that do not exist are unimplemented', async () => {
    const real = getMethod('UserService.GetProfile');
    const answer = await server.grpc.send(
      { ...real, name: 'Nothing' } as typeof real,
      { $typeName: real.input.typeName } as never,
      new Metadata(),
    );
    expect(answer.status).toBe(12);
  });

  test.each([
    [{ seconds: 253_402_300_800n, nanos: 0 }],
    [{ seconds: -62_135_596_801n, nanos: 0 }],
    [{ seconds: 9_223_372_036_854_775_807n, nanos: 0 }],
    [{ seconds: 2_000_000_000n, nanos: -1 }],
    [{ seconds: 2_000_000_000n, nanos: 1_000_000_000 }],
  ])('what is no point in time is refused: %o', async (time) => {
    const { token } = await server.signIn();
    const send = (call: string, message: object) => {
      const method = getMethod(call);
      return server.grpc.send(method, create(method.input, message as never), metadataOf({ call, token }));
    };
    const answers = [
      await send('AdminService.BanUser', { userId: anna.id, until: time }),
      await send('AdminService.ListAuditRecords', { from: time }),
    ];
    expect(answers.map(({ reason }) => reason)).toEqual(Array(2).fill('call.invalid_request'));
    expect(answers[0]!.message).toBe('until: must be between the years 1 and 9999');
  });

  test.each([
    ['', 'name.visible'],
    ['x'.repeat(101), 'string.max_len'],
    ['x'.repeat(100_000), 'string.max_len'],
    ['a\u0007', 'string.pattern'],
    ['\u00a0\u2003', 'name.visible'],
  ])('[TR38] the refusal of a name names its rule, however long the name is', async (name, rule) => {
    const { json } = await server.rest({ call: 'UserService.CreateRoom', token: anna.token, request: { name } });
    expect(json.details.violations[0]).toMatchObject({ field: 'name', reason: rule, description: expect.any(String) });
  });

  test('a NaN position is refused over gRPC as over REST', async () => {
    const request = { media_id: 'med_1', position_seconds: 'NaN' };
    const call = { call: 'RoomService.StartPlayback', token: anna.token, room, request };
    expect((await server.rest(call)).reason).toBe('call.invalid_request');
    expect((await server.grpc.call(call)).reason).toBe('call.invalid_request');
  });
});

test('budgets are kept, are the same over both transports, and say when to come back', async () => {
  const strict = await startTestServer({ config: { 'limits.rate_factor': 0.1 } });
  try {
    const { token } = await strict.signUp();
    const call = { call: 'UserService.GetProfile', token };
    const both = Array.from({ length: 32 }, () => [strict.rest(call), strict.grpc.call(call)]);
    const answers = await Promise.all(both.flat());
    const refused = answers.filter(({ reason }) => reason !== undefined);
    // If a minute ends while the calls run, two more may pass.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(4);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['call.rate_limited']));
    const late = await strict.http({ verb: 'GET', path: '/api/user', token });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(61);
    expect((await strict.rest({ call: 'UserService.ListMyRooms', token: 'forged' })).status).toBe(401);
  } finally {
    await strict.stop();
  }
});
