import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { countRoundTrips } from '@matinee/testkit/round-trips/counted-database.ts';
import type { TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { UpstreamFailed } from '../../../drivers/upstream/upstream-failed.ts';
import { bytesOf, type Cinema, startCinema, viewerOf } from './proxy.fixture.ts';
import type { ResourceKey } from './proxy.port.ts';
import { errorOf } from './serving/upstream-errors.ts';
import { makeSigner } from './signing.ts';

const film = bytesOf(300_000);
const etag = '"v1"';

/** A server with ranges, conditions and a film; `/name` selects an odd answer. */
const listener: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url!, 'http://x');
  const odd = oddAnswers[pathname];
  if (odd) return odd(request, response);
  const { range } = request.headers;
  const base = { etag, 'accept-ranges': 'bytes', 'content-type': 'video/mp4' };
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, base).end();
  const isFresh = (request.headers['if-range'] ?? etag) === etag;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec((isFresh && range) || '') ?? [];
  if (first === undefined) return response.writeHead(200, { ...base, 'content-length': film.length }).end(film);
  const start = first === '' ? film.length - Number(last) : Number(first);
  const end = first === '' || last === '' ? film.length - 1 : Math.min(Number(last), film.length - 1);
  if (start >= film.length)
    return response.writeHead(416, { 'content-range': `bytes */${film.length}`, 'content-length': 0 }).end();
  const body = film.subarray(start, end + 1);
  return response
    .writeHead(206, {
      ...base,
      'content-range': `bytes ${start}-${end}/${film.length}`,
      'content-length': body.length,
    })
    .end(body);
};

const endless = Buffer.alloc(65_536);
let sentEndless = 0;
let endlessClosed = 0;
const oddAnswers: Record<string, RequestListener> = {
  '/big.mp4': ({ headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const size = 64 * 1_024 * 1_024;
    const end = Math.min(Number(last), size - 1);
    const head = { 'content-range': `bytes ${first}-${end}/${size}`, 'content-type': 'video/mp4' };
    response.writeHead(206, { ...head, etag });
    response.end(Buffer.alloc(end - Number(first) + 1));
  },
  '/page.mp4': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  '/picture.mp4': (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  '/missing.mp4': (_, response) => response.writeHead(404).end('<html>no'),
  '/denied.mp4': (_, response) => response.writeHead(403).end(),
  '/broken.mp4': (_, response) => response.writeHead(500).end(),
  '/loop.mp4': (_, response) => response.writeHead(302, { location: '/loop.mp4' }).end(),
  '/wrong-range.mp4': (_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 0-9/100', 'content-length': 50 }).end('x'.repeat(50)),
  '/short.mp4': (_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000, 'content-type': 'video/mp4' });
    response.write('only this', () => response.destroy());
  },
  '/endless.mp4': (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.once('close', () => {
      endlessClosed += 1;
    });
    const more = (): void => {
      while (!response.destroyed && sentEndless < 500_000_000) {
        sentEndless += endless.length;
        if (!response.write(endless)) return void response.once('drain', more);
      }
    };
    more();
  },
  '/headers.mp4': (request, response) =>
    response
      .writeHead(200, { 'set-cookie': 'a=b', 'x-powered-by': 'PHP', connection: 'x-secret', 'x-secret': '1' })
      .end(JSON.stringify(request.headers)),
};

let cinema: Cinema;
let origin: Origin;
let key: ResourceKey;
beforeAll(async () => {
  cinema = await startCinema({
    settings: { 'cors.allowedOrigins': ['https://other.test'], 'server.maxRoomsPerUser': 100 },
    config: { 'server.cors_allowed_origins': ['https://app.test'] },
  });
  origin = await startOrigin(listener);
  key = await cinema.add(`${origin.url}/film.mp4?token=secret`);
});
afterAll(async () => {
  origin?.stop();
  await cinema?.server.stop();
});
afterEach(() => origin.asked.splice(0));

const get = (path: string, headers?: Record<string, string>, method?: string) => cinema.get(path, headers, method);
const reasonOf = async (answer: Response) => [answer.status, JSON.parse(await answer.text()).code];
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** The text with its last character replaced by the next one: as base64 it decodes to the same bytes. */
function nextInAlphabet(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}

test('[PX1] the signature serves one resource, one viewer and one time', async () => {
  const url = cinema.urlFor(key);
  expect((await get(url)).status).toBe(200);
  const { searchParams } = new URL(url);
  const change = (name: string, value: string) => url.replace(searchParams.get(name)!, value);
  const sig = searchParams.get('sig')!;
  const otherRoom = url.replace(
    cinema.room,
    cinema.room.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  );
  for (const forged of [
    change(
      'sig',
      sig.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
    change('sig', nextInAlphabet(sig)),
    change('sig', `${sig}!`),
    change('sig', `${sig}=`),
    change('sig', sig.slice(0, 20)),
    change('sig', ''),
    change('uid', `${cinema.owner.id}.${viewerOf(cinema.owner).sessionId}`),
    change('exp', String(Number(searchParams.get('exp')) + 1)),
    url.replace('/original/0', '/original/1'),
    url.replace('/streams/', '/subtitles/'),
    otherRoom,
    url.replace(key.version, key.version.replace(/\d+$/, '99')),
    url.replace(/\?.*/, ''),
    url.replace(/&exp=.*/, ''),
  ])
    expect(await reasonOf(await get(forged)), forged).toEqual([403, 'proxy.invalid_url']);
});

test('[PX1] an address expires, after 30 minutes unless said otherwise, after 24 hours at the latest', () => {
  const clock = new FakeClock();
  const signer = makeSigner('secret', clock);
  const viewer = { userId: 'usr_1', sessionId: 'ses_1' };
  const signatureOf = (expiresAtMs?: number) => {
    const query = new URLSearchParams(signer.urlFor(key, viewer, expiresAtMs).split('?')[1]);
    return { sig: query.get('sig')!, uid: query.get('uid')!, exp: query.get('exp')! };
  };
  const usual = signatureOf();
  const long = signatureOf(clock.nowMs() + 1e12);
  clock.advance(29 * 60_000);
  expect(signer.verify(key, usual).viewer).toEqual(viewer);
  clock.advance(60_000);
  expect(() => signer.verify(key, usual)).toThrow(expect.objectContaining({ reason: 'proxy.url_expired' }));
  clock.advance(23 * 3_600_000);
  expect(signer.verify(key, long).viewer).toEqual(viewer);
  clock.advance(1_800_000);
  expect(() => signer.verify(key, long)).toThrow(expect.objectContaining({ reason: 'proxy.url_expired' }));
});

test('[PX2] the address says nothing of upstream', async () => {
  const url = cinema.urlFor(key);
  expect(decodeURIComponent(url)).not.toMatch(/secret|film\.mp4/);
  expect(url).not.toContain(new URL(origin.url).port);
});

/** Ways to lose the right to watch; each makes its own member and room. */
const losses: Record<string, (room: string, owner: TestUser, viewer: TestUser) => Promise<unknown>> = {
  'a kick': (room, owner, viewer) =>
    cinema.server.ok({
      call: 'RoomService.KickMember',
      token: owner.token,
      room,
      request: { user_id: viewer.id },
    }),
  leaving: (room, _, viewer) => cinema.server.ok({ call: 'RoomService.LeaveRoom', token: viewer.token, room }),
  'a room that is gone': (room, owner) =>
    cinema.server.ok({ call: 'RoomService.DeleteRoom', token: owner.token, room }),
  'a room that is banned': async (room) => {
    const { token } = await cinema.server.signIn();
    return cinema.server.ok({ call: 'AdminService.BanRoom', token, request: { room_id: room, reason: 'test' } });
  },
  'signing out': (_room, _owner, viewer) => cinema.server.ok({ call: 'UserService.Logout', token: viewer.token }),
  'a ban': async (_room, _owner, viewer) => {
    const { token } = await cinema.server.signIn();
    return cinema.server.ok({
      call: 'AdminService.BanUser',
      token,
      request: { user_id: viewer.id, reason: 'test' },
    });
  },
};

test.each(Object.keys(losses))('[PX3] %s ends the address and what is being read', async (name) => {
  const { room, owner, viewer, ...endless } = await startReading();
  const url = cinema.urlFor({ ...endless.key, roomId: room }, viewer);
  const reading = await get(url);
  const reader = reading.body!.getReader();
  await reader.read();
  await losses[name]!(room, owner, viewer);
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return 'complete';
    })(),
  ).rejects.toThrow();
  expect(await reasonOf(await get(url))).toEqual([403, 'proxy.no_access']);
});

/** A new room, in which a new member watches a film. */
async function startReading(path = '/endless.mp4') {
  const { server } = cinema;
  sentEndless = 0;
  const [owner, viewer] = (await Promise.all([server.signUp('host'), server.signUp('viewer')])) as [TestUser, TestUser];
  const { room } = await server.ok({ call: 'UserService.CreateRoom', token: owner.token, request: { name: 'A room' } });
  await server.ok({ call: 'UserService.JoinRoom', token: viewer.token, request: { room_id: room.id } });
  const { media } = await server.ok({
    call: 'RoomService.AddMedia',
    token: owner.token,
    room: room.id,
    request: { name: 'film', source: { direct_url: { url: origin.url + path } } },
  });
  return { room: room.id as string, owner, viewer, key: { ...key, version: `${media.id}.${media.version}` } };
}

test('[PX3] what comes from the cache ends too', async () => {
  const { room, owner, viewer, ...reading } = await startReading('/big.mp4');
  const answer = await get(cinema.urlFor({ ...reading.key, roomId: room }, viewer), { range: 'bytes=0-' });
  expect(answer.status).toBe(206);
  const reader = answer.body!.getReader();
  await reader.read();
  await losses['a kick']!(room, owner, viewer);
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return 'complete';
    })(),
  ).rejects.toThrow();
});

test('[PX3] a film that was deleted, or has another source, is gone', async () => {
  const { server, owner, room } = cinema;
  const other = await cinema.add(`${origin.url}/film.mp4`);
  const url = cinema.urlFor(other);
  expect((await bodyOf(await get(url))).length).toBe(film.length);
  const mediaId = other.version.split('.')[0]!;
  await server.ok({ call: 'RoomService.DeleteMedia', token: owner.token, room, request: { media_id: mediaId } });
  expect(await reasonOf(await get(url))).toEqual([404, 'proxy.unknown_resource']);
});

test('[PX4] reading asks the database nothing', async () => {
  const database = await countRoundTrips(cinema.server.database);
  const other = await startCinema({ database: database.address });
  try {
    const url = other.urlFor(await other.add(`${origin.url}/film.mp4`));
    await get(url);
    expect(await database.fewest(async () => (await get(url, { range: 'bytes=0-9' })).arrayBuffer())).toBe(0);
  } finally {
    await other.server.stop();
    database.close();
  }
});

test('[PX11] requests take from the budget for streams', async () => {
  const other = await startCinema({ config: { 'limits.rate_factor': 0.05 } });
  try {
    const url = other.urlFor(await other.add(`${origin.url}/film.mp4`));
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await get(url, {}, 'HEAD')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    const forged = url.replace(/sig=.{5}/, 'sig=AAAAA');
    for (let n = 0; n < 61; n++) statuses.push((await get(forged, {}, 'HEAD')).status);
    expect([statuses[61], statuses.at(-1)]).toEqual([403, 429]);
  } finally {
    await other.server.stop();
  }
});

test('[PX5] ranges, heads and conditions are those of upstream', async () => {
  const url = cinema.urlFor(key);
  const whole = await get(url);
  expect([whole.status, whole.headers.get('etag'), whole.headers.get('accept-ranges')]).toEqual([200, etag, 'bytes']);
  expect((await bodyOf(whole)).equals(film)).toBe(true);
  for (const [range, start, end] of [
    ['bytes=10-19', 10, 19],
    ['bytes=299990-', 299_990, 299_999],
    ['bytes=-5', 299_995, 299_999],
    ['bytes=299999-400000', 299_999, 299_999],
  ] as const) {
    const answer = await get(url, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/300000`]);
    expect((await bodyOf(answer)).equals(film.subarray(start, end + 1))).toBe(true);
  }
  const beyond = await get(url, { range: 'bytes=300000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
  expect((await get(url, { range: 'bytes=0-1,5-6' })).status).toBe(200);
  const head = await get(url, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000']);
  expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(url, { range: 'bytes=0-1', 'if-range': '"v0"' })).status).toBe(200);
  expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
});

test('[PX6] a reader that stops stops upstream, and one that goes ends the request', async () => {
  const { room, viewer, ...reading } = await startReading();
  const before = endlessClosed;
  const { pathname, search, port } = new URL(cinema.urlFor({ ...reading.key, roomId: room }, viewer));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  let last = -1;
  await until('nothing more is sent', async () => {
    const isStill = sentEndless === last;
    last = sentEndless;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return isStill;
  });
  expect(sentEndless).toBeLessThan(100_000_000);
  socket.destroy();
  await until('the request upstream is ended', () => endlessClosed === before + 1);
});

test('[PX7] members may use their token, strangers and guests may not', async () => {
  const url = cinema.urlFor(key).replace(/\?.*/, '');
  const as = (token: string) => get(url, { authorization: `Bearer ${token}` });
  expect((await as(cinema.member.token)).status).toBe(200);
  const stranger = await cinema.server.signUp('stranger');
  expect(await reasonOf(await as(stranger.token))).toEqual([403, 'proxy.no_access']);
  const guest = await cinema.server.rest({
    call: 'AuthService.CreateGuestToken',
    request: { room_id: cinema.room },
  });
  expect((await as(guest.json?.guest_token ?? 'none')).status).toBeGreaterThanOrEqual(401);
  expect((await as('nonsense')).status).toBe(401);
});

test.each(['page', 'picture'])('[PX8] a %s is bytes to save', async (name) => {
  const answer = await get(cinema.urlFor(await cinema.add(`${origin.url}/${name}.mp4`)));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
});

test('[PX8] of upstream only what bodies need goes along, and of the viewer nothing', async () => {
  const answer = await get(cinema.urlFor(await cinema.add(`${origin.url}/headers.mp4`)), { cookie: 'mine=1' });
  for (const name of ['set-cookie', 'x-powered-by', 'x-secret']) expect(answer.headers.get(name)).toBeNull();
  const seen = JSON.parse(await answer.text());
  const own = ['accept', 'accept-encoding', 'cdn-loop', 'connection', 'host', 'user-agent'];
  expect(Object.keys(seen).sort()).toEqual(own);
});

test('[PX9] a private network: viewers hear who can allow it, administrators hear how', async () => {
  const other = await cinema.add('http://10.11.12.13/film.mp4');
  const refused = await get(cinema.urlFor(other));
  const body = await refused.text();
  expect([refused.status, JSON.parse(body).code]).toEqual([403, 'proxy.private_address']);
  expect(body).toContain('operator');
  expect(body).not.toContain('10.11.12.13');
  const root = await cinema.server.signIn();
  await cinema.server.ok({ call: 'UserService.JoinRoom', token: root.token, request: { room_id: cinema.room } });
  const told = await (await get(cinema.urlFor(other, root))).json();
  expect(told.error).toContain('add 10.11.12.13 to outbound.allowed_networks');
  expect(told.details.metadata).toEqual({ allowed_networks: '10.11.12.13' });
});

test('[PX10] a body that ends too soon is seen as broken', async () => {
  const answer = await get(cinema.urlFor(await cinema.add(`${origin.url}/short.mp4`)));
  expect(answer.headers.get('content-length')).toBe('1000000');
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test.each([
  ['missing', 404, 'proxy.upstream_missing'],
  ['denied', 502, 'proxy.upstream_denied'],
  ['broken', 502, 'proxy.upstream_failed'],
  ['loop', 502, 'proxy.too_many_redirects'],
  ['wrong-range', 502, 'proxy.bad_answer'],
])('[PX10] upstream answers %s: %i %s', async (name, status, reason) => {
  const other = await cinema.add(`${origin.url}/${name}.mp4`);
  expect(await reasonOf(await get(cinema.urlFor(other), { range: 'bytes=0-49' }))).toEqual([status, reason]);
});

test.each([
  ['silent', 'proxy.too_slow'],
  ['slow', 'proxy.too_slow'],
  ['connect', 'proxy.too_slow'],
  ['address', 'proxy.bad_address'],
  ['headers', 'proxy.bad_address'],
  ['redirects', 'proxy.too_many_redirects'],
] as const)('[PX10] upstream fails by %s: %s', (failure, reason) => {
  expect(errorOf(new UpstreamFailed(failure, 'films.test'), UserRole.USER).reason).toBe(reason);
});

test('[PX10] nobody is there', async () => {
  const closed = await startOrigin(listener);
  closed.stop();
  const other = await cinema.add(`${closed.url}/film.mp4`);
  expect(await reasonOf(await get(cinema.urlFor(other)))).toEqual([502, 'proxy.unreachable']);
});

test('[PX12] pages of listed origins may read, with ranges; others may not', async () => {
  const url = cinema.urlFor(key);
  const ask = async (from: string, method = 'GET') => {
    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' };
    const answer = await get(url, { origin: from, ...(method === 'OPTIONS' ? preflight : {}) }, method);
    await answer.arrayBuffer();
    return answer;
  };
  for (const from of ['https://other.test', 'https://app.test']) {
    const preflight = await ask(from, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, from]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('range');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    const answer = await ask(from);
    expect(answer.headers.get('access-control-allow-origin')).toBe(from);
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
    // The address names the viewer, so answers allow no cookies.
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
  expect((await ask('https://evil.test', 'OPTIONS')).headers.get('access-control-allow-origin')).toBeNull();
  const calls = await get(`${cinema.server.url}/api/public/settings`, { origin: 'https://other.test' });
  expect(calls.headers.get('access-control-allow-origin')).toBeNull();
});
