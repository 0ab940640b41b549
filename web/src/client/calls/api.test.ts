import { expect, test } from 'vitest';
import { ApiError, makeApi, toHttp } from './api.ts';
import { createTokenStore, type TokenStorage } from './tokens.ts';

const pair = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` });

function makeStorage(): TokenStorage {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, text) => void (text === undefined ? values.delete(key) : values.set(key, text)),
  };
}

/** A client whose server is `answer`; `calls` lists its requests. */
function makeWorld(answer: (path: string, token: string | undefined) => Response | Promise<Response>) {
  const calls: string[] = [];
  const tokens = createTokenStore(makeStorage());
  const api = makeApi({
    baseUrl: '',
    tokens,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const token = headers.get('authorization')?.replace('Bearer ', '');
      calls.push(`${init?.method} ${input} ${token ?? '-'}`);
      return answer(String(input), token);
    },
  });
  return { api, tokens, calls };
}

const json = (status: number, body: object, headers = {}) => new Response(JSON.stringify(body), { status, headers });

test('[CA1] the path takes its fields by either name, the rest is the body', async () => {
  const request = { room_id: 'room_1', media_id: 'm/2', name: 'Film' };
  expect(await toHttp('RoomService.EditMedia', request, false)).toEqual({
    verb: 'PATCH',
    url: '/api/rooms/room_1/media/m%2F2',
    body: '{"name":"Film"}',
  });
  expect((await toHttp('RoomService.GetMedia', { roomId: 'a', mediaId: 'b' }, false)).url).toBe('/api/rooms/a/media/b');
  await expect(toHttp('RoomService.GetMedia', { room_id: 'a' }, false)).rejects.toThrow(TypeError);
});

test('[CA1] fields of nested messages have dotted names in the query', async () => {
  const request = {
    room_id: 'r',
    profile: { formats: ['file', 'hls'], can_set_headers: false, is_page_secure: true },
  } as const;
  const { url } = await toHttp('RoomService.GetPlayback', request, true);
  expect(url).toBe(
    '/api/rooms/r/playback?profile.formats=file&profile.formats=hls&profile.can_set_headers=false&profile.is_page_secure=true',
  );
});

test('[CA1] a method without a body has its fields in the query', async () => {
  const { url, body } = await toHttp(
    'UserService.DiscoverRooms',
    { search: 'a b', page: 2, page_size: undefined },
    false,
  );
  expect([url, body]).toEqual(['/api/rooms/discover?search=a+b&page=2', undefined]);
});

test('[CA2] signed-in users go their own way', async () => {
  const { api, tokens, calls } = makeWorld(() => json(200, {}));
  await api.call('UserService.DiscoverRooms', {});
  tokens.set(pair('a'));
  await api.call('UserService.DiscoverRooms', {});
  expect(calls).toEqual(['GET /api/rooms/discover -', 'GET /api/user/rooms/discover a-access']);
});

test('[CA3] two calls that meet an expired token share one refresh', async () => {
  const { api, tokens, calls } = makeWorld((path, token) => {
    if (path === '/api/auth/refresh') return json(200, pair('b'));
    return token === 'b-access' ? json(200, { user: { id: 'usr_1' } }) : json(401, { error: 'expired' });
  });
  tokens.set(pair('a'));
  await Promise.all([api.call('UserService.GetProfile', {}), api.call('UserService.GetProfile', {})]);
  expect(calls.filter((call) => call.includes('refresh'))).toHaveLength(1);
  expect(tokens.get()).toEqual(pair('b'));
});

test('[CA4] a refused refresh signs out, a server that is down does not', async () => {
  let status = 503;
  const { api, tokens } = makeWorld((path) => json(path === '/api/auth/refresh' ? status : 401, { error: 'no' }));
  tokens.set(pair('a'));
  await expect(api.call('UserService.GetProfile', {})).rejects.toMatchObject({ status: 503 });
  expect(tokens.get()).toEqual(pair('a'));
  status = 401;
  await expect(api.call('UserService.GetProfile', {})).rejects.toMatchObject({ status: 401 });
  expect(tokens.get()).toBeUndefined();
});

test('[CA5] the pair that another tab got in the meantime is used', async () => {
  const { api, tokens, calls } = makeWorld((_, token) => {
    if (token === 'b-access') return json(200, {});
    // Between this call and its answer another tab refreshes.
    tokens.set(pair('b'));
    return json(401, { error: 'expired' });
  });
  tokens.set(pair('a'));
  await api.call('UserService.GetProfile', {});
  expect(calls.some((call) => call.includes('refresh'))).toBe(false);
});

test('[CA6] refusals carry what the server said, and no answer is an error too', async () => {
  const { api } = makeWorld(() =>
    json(429, { error: 'Slow down.', status: 429, code: 'rate.limited', requestId: 'req_1' }, { 'retry-after': '7' }),
  );
  const error = await api.call('PublicService.GetServerInfo', {}).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, code: 'rate.limited', requestId: 'req_1', retryAfterSeconds: 7 });
  const silent = makeWorld(() => Promise.reject(new TypeError('failed')));
  await expect(silent.api.call('PublicService.GetServerInfo', {})).rejects.toMatchObject({
    status: 0,
    code: 'network',
  });
});

test('[CA6] an answer that is no JSON is an error', async () => {
  const { api } = makeWorld(() => new Response('<html>', { status: 200 }));
  await expect(api.call('PublicService.GetServerInfo', {})).rejects.toBeInstanceOf(ApiError);
});
