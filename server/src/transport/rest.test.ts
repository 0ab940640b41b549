import { connect } from 'node:net';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { routesOf } from '@matinee/contract/methods.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import { makeClientAddress } from './client-address.ts';
import { type Running, startTransport, until } from './transport.fixture.ts';

let running: Running;
afterEach(() => running.stop());

const json = { 'content-type': 'application/json' };

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(running.url + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

function post(path: string, body: unknown, headers: Record<string, string> = json) {
  return call(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
}

describe('requests', () => {
  test('[TR14] body and path become the message, the room of the call is the path’s', async () => {
    running = await startTransport({ 'RoomService.SendChatMessage': () => ({ message: { id: 'msg_1' } }) });
    const { status, body } = await post('/api/rooms/room_1/chat/messages', { clientMessageId: 'c', content: 'hi' });
    expect([status, body.message.id, body.message.room_id]).toEqual([200, 'msg_1', '']);
    expect(running.calls[0]).toMatchObject({
      message: { roomId: 'room_1', clientMessageId: 'c', content: 'hi' },
      roomId: 'room_1',
      transport: 'rest',
      address: '127.0.0.1',
      needsUser: false,
    });
  });

  test('[TR14] the query becomes the message of a GET', async () => {
    running = await startTransport();
    await call('/api/rooms/room_1/members?search=a%20b&online_only=true&pageSize=5');
    expect(running.calls[0]?.message).toMatchObject({ roomId: 'room_1', search: 'a b', onlineOnly: true, pageSize: 5 });
    const refused = await call('/api/rooms/room_1/members?nope=1');
    expect([refused.status, refused.body.details.violations]).toEqual([
      400,
      [{ field: 'nope', reason: 'json.unknown_field', description: 'is not a known field' }],
    ]);
  });

  test('[TR14] a body that names another room than the path is refused', async () => {
    running = await startTransport();
    const { status, body } = await post('/api/rooms/room_1/playback/start', { room_id: 'room_2', media_id: 'm' });
    expect([status, body.code]).toEqual([400, 'request.path_mismatch']);
    expect((await post('/api/rooms/room_1/playback/start', { room_id: 'room_1', media_id: 'm' })).status).toBe(200);
  });

  test('[TR15] the room of a route without one in its path is the message’s', async () => {
    running = await startTransport();
    await post('/api/tickets', { room_id: 'room_9' });
    expect(running.calls[0]?.roomId).toBe('room_9');
  });

  test('[TR15] no body is an empty message, also without a content type', async () => {
    running = await startTransport();
    expect((await call('/api/rooms/room_1/playback/stop', { method: 'POST' })).status).toBe(200);
    expect((await call('/api/rooms/room_1/playback/stop', { method: 'POST', headers: json })).status).toBe(200);
    expect(running.calls).toHaveLength(2);
  });

  test('[TR15] DELETE takes the body of a method that has one, and refuses one elsewhere', async () => {
    running = await startTransport({ 'RoomService.DeleteEntries': () => ({ deletedCount: 1 }) });
    const remove = (path: string, body: string) => call(path, { method: 'DELETE', headers: json, body });
    expect((await remove('/api/rooms/room_1/entries', '{"media_ids":["med_1"]}')).body).toEqual({ deleted_count: 1 });
    const refused = await remove('/api/rooms/room_1', '{"x":1}');
    expect([refused.status, refused.body.code]).toEqual([400, 'request.unexpected_body']);
  });

  test('[TR16] too large bodies are 413: 1 MiB, 64 KiB for sign-in', async () => {
    running = await startTransport();
    const big = { content: 'x'.repeat(70_000) };
    expect((await post('/api/rooms/room_1/chat/messages', big)).status).toBe(200);
    const login = await post('/api/auth/direct-password/login', { username: 'x'.repeat(70_000) });
    expect([login.status, login.body.code]).toEqual([413, 'request.body_too_large']);
    const chat = await post('/api/rooms/room_1/chat/messages', { content: 'x'.repeat(1_048_576) });
    expect(chat.status).toBe(413);
  });

  test('[TR16] who still sends a body that is refused sees why, and the connection goes on', async () => {
    running = await startTransport();
    const length = 3_000_000;
    const socket = connect(running.port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    const head = (more: string) => `POST /api/tickets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}`;
    socket.write(head(`Content-Length: ${length}\r\n\r\n`));
    await until(() => text.includes('request.body_too_large'));
    socket.write('x'.repeat(length));
    socket.write(head('Content-Length: 2\r\n\r\n{}'));
    await until(() => text.includes('HTTP/1.1 200'));
    socket.destroy();
  });

  test('[TR17] only application/json', async () => {
    running = await startTransport();
    const { status, body } = await post('/api/tickets', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([status, body.code]).toEqual([415, 'request.unsupported_media_type']);
    expect((await post('/api/tickets', {}, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('[TR28] the second route of a method asks for a user', async () => {
    running = await startTransport();
    await call('/api/rooms/discover');
    await call('/api/user/rooms/discover', { headers: { authorization: 'bearer  abc' } });
    expect(running.calls.map(({ needsUser, bearer }) => [needsUser, bearer])).toEqual([
      [false, undefined],
      [true, 'abc'],
    ]);
  });

  test('[TR28] HEAD answers where GET does', async () => {
    running = await startTransport();
    const response = await fetch(`${running.url}/api/public/time`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('[TR28] every route of the contract reaches the pipeline', async () => {
    running = await startTransport();
    for (const method of RoomService.methods.filter(({ methodKind }) => methodKind === 'unary')) {
      for (const { verb, path } of routesOf(method)) {
        const { status } = await call(path.replaceAll(/\{[^}]*\}/g, 'x1'), { method: verb });
        expect([method.name, status]).toEqual([method.name, 200]);
      }
    }
  });

  test('[TR29] the signal aborts when the client is gone', async () => {
    running = await startTransport({
      'PublicService.GetServerTime': async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return {};
      },
    });
    const client = new AbortController();
    const answer = fetch(`${running.url}/api/public/time`, { signal: client.signal }).catch(() => 'gone');
    await until(() => running.calls.length === 1);
    client.abort();
    expect(await answer).toBe('gone');
    await until(() => running.calls[0]?.signal.aborted === true);
  });

  test('[TR43] X-Forwarded-For counts from trusted proxies only', async () => {
    running = await startTransport();
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
    await call('/api/public/time', { headers });
    await running.stop();
    const { calls } = running;
    running = await startTransport({}, { clientAddress: makeClientAddress(['127.0.0.0/8']) });
    await call('/api/public/time', { headers });
    expect([calls[0]?.address, running.calls[0]?.address]).toEqual(['127.0.0.1', '198.51.100.7']);
  });
});

describe('failures', () => {
  test('[TR10] have one body, with details and Retry-After', async () => {
    running = await startTransport({
      'PublicService.GetServerTime': () => {
        throw new AppError('resource_exhausted', 'call.rate_limited', 'Slow down.', { retryAfterSeconds: 7 });
      },
    });
    const { status, headers, body } = await call('/api/public/time', { headers: { 'x-request-id': 'abc-1' } });
    expect([status, headers.get('retry-after'), headers.get('x-request-id')]).toEqual([429, '7', 'abc-1']);
    expect(body).toEqual({
      error: 'Slow down.',
      status: 429,
      code: 'call.rate_limited',
      requestId: 'abc-1',
      details: { retryAfterSeconds: 7 },
    });
  });

  test('[TR10] of other kinds tell nothing about themselves', async () => {
    running = await startTransport({
      'PublicService.GetServerTime': () => {
        throw new Error('password of the database');
      },
    });
    const { status, body } = await call('/api/public/time');
    expect([status, body.code, JSON.stringify(body).includes('database')]).toEqual([500, 'call.internal', false]);
  });

  test.each<[string, string, RequestInit, number, string]>([
    ['unknown route', '/api/nothing', {}, 404, 'request.route_not_found'],
    ['unknown method', '/api/public/time', { method: 'POST' }, 405, 'request.method_not_allowed'],
    ['malformed JSON', '/api/tickets', { method: 'POST', headers: json, body: '{' }, 400, 'request.malformed_json'],
    [
      'no UTF-8',
      '/api/tickets',
      { method: 'POST', headers: json, body: Buffer.from('{"room_id":"\xff"}', 'latin1') },
      400,
      'request.malformed_json',
    ],
    ['malformed address', '/api/rooms/%zz', {}, 400, 'request.malformed'],
    ['id longer than any', `/api/rooms/${'x'.repeat(3_000)}`, {}, 404, 'request.route_not_found'],
    [
      'id longer than any, written to',
      `/api/rooms/${'x'.repeat(3_000)}`,
      { method: 'DELETE' },
      404,
      'request.route_not_found',
    ],
    [
      'a name given twice',
      '/api/tickets',
      { method: 'POST', headers: json, body: '{"room_id":"a","room_id":"b"}' },
      400,
      'request.invalid_fields',
    ],
    [
      '__proto__',
      '/api/tickets',
      { method: 'POST', headers: json, body: '{"__proto__":{}}' },
      400,
      'request.invalid_fields',
    ],
  ])('[TR24] %s', async (_what, path, init, status, code) => {
    running = await startTransport();
    const answer = await call(path, init);
    expect(answer).toMatchObject({ status, body: { status, code, requestId: answer.headers.get('x-request-id') } });
  });

  test('[TR24] 405 names what is allowed', async () => {
    running = await startTransport();
    expect((await call('/api/rooms/room_1', { method: 'PUT' })).headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  test('[TR24] an address that is written out is no id, so what may be done with ids is not allowed there', async () => {
    running = await startTransport();
    expect((await call('/api/rooms/discover', { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(['QUERY', 'PROPFIND'])('[TR24] %s is answered 405, whatever it carries', async (method) => {
    running = await startTransport();
    for (const headers of [{}, { 'content-type': 'text/xml' }]) {
      const { status, headers: answered } = await call('/api/public/time', { method, headers });
      expect([status, answered.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('[TR24] a method that the pipeline does not have is 404', async () => {
    running = await startTransport({}, { missing: ['PublicService.GetServerTime'] });
    expect((await call('/api/public/time')).status).toBe(404);
  });
});

describe('headers', () => {
  test('[TR11] a request id that is not sane is replaced', async () => {
    running = await startTransport();
    const { headers } = await call('/api/public/time', { headers: { 'x-request-id': 'a b' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(running.calls[0]?.requestId).toBe(headers.get('x-request-id'));
  });

  test('[TR12] CORS answers the allowed origin exactly, and no other', async () => {
    running = await startTransport();
    const preflight = (origin: string) =>
      fetch(`${running.url}/api/rooms/room_1/playback`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization',
        },
      });
    const allowed = await preflight('https://app.example');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example']);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
    const other = await preflight('https://app.example.evil');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([204, null]);
    const { headers } = await call('/api/public/time', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-expose-headers')).toContain('x-request-id');
  });

  test('[TR13] pages may load media from everywhere and scripts from here, data is no page', async () => {
    running = await startTransport();
    const page = await fetch(running.url);
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self' 'wasm-unsafe-eval';.*media-src \* data: blob:/,
    );
    const { headers } = await call('/api/public/time');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('[TR13] scripts of a site run in the document of its player only, which no other site may show', async () => {
    running = await startTransport();
    const policyOf = async (path: string) =>
      (await fetch(`${running!.url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/embeds/player.html?site=youtube')).toMatch(
      /script-src https:\/\/www\.youtube\.com;.*frame-ancestors 'self'$/,
    );
    expect(await policyOf('/embeds/player.html?site=tiktok')).toContain(
      "script-src 'none'; frame-src https://www.tiktok.com; connect-src 'none'",
    );
    for (const path of [
      '/',
      '/embeds/player.html',
      '/embeds/other.html?site=youtube',
      '/embeds/player.html?site=youtube&x',
    ])
      expect(await policyOf(path), path).toContain("script-src 'self'");
  });
});

describe('slow and broken clients', () => {
  function raw(text: string): Promise<string> {
    return new Promise((resolve) => {
      let seen = '';
      const socket = connect(running.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (bytes) => {
        seen += bytes;
      });
      socket.on('close', () => resolve(seen));
      socket.on('error', () => resolve(seen));
    });
  }

  test.each([
    ['content-encoding', 'gzip', 415],
    ['content-encoding', 'identity', 200],
    ['content-type', 'application/json; charset=ISO-8859-1', 415],
    ['content-type', 'application/json;charset="UTF-8"', 200],
    ['content-type', 'application/json', 200],
  ])('[TR17] a body with %s: %s is answered %d', async (name, value, status) => {
    running = await startTransport();
    const headers = { 'content-type': 'application/json', [name]: value };
    const answer = await fetch(`${running.url}/api/tickets`, { method: 'POST', headers, body: '{"room_id":"r"}' });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(await answer.json()).toMatchObject({ code: 'request.unsupported_media_type' });
    expect(answer.headers.get('accept-encoding')).toBe(name === 'content-encoding' ? 'identity' : null);
  });

  test('[TR6] headers that take more than 10 s are answered 408', async () => {
    running = await startTransport();
    const answer = await raw('GET / HTTP/1.1\r\nHost: x\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request\.timeout"/);
  });

  test('[TR7] what is not HTTP is answered 400 with the error body', async () => {
    running = await startTransport();
    expect(await raw('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"request\.malformed"/);
  });

  test('[TR7] a request without a host, or with two, is answered 400 with the error body', async () => {
    running = await startTransport();
    for (const hosts of ['', 'Host: a\r\nhost: b\r\n'])
      expect(await raw(`GET /api/public/time HTTP/1.1\r\n${hosts}\r\n`)).toMatch(
        /^HTTP\/1\.1 400 [\s\S]*x-request-id[\s\S]*"code":"request\.malformed"/i,
      );
    expect(await raw('GET /api/public/time HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('[TR7] headers that are too large are 431', async () => {
    running = await startTransport();
    const answer = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"request.headers_too_large"');
  });
});
