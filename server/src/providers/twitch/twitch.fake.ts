/**
 * A fake Twitch on loopback, by its documentation (dev.twitch.tv/docs/authentication: client credentials, device code,
 * refresh, validate, revoke; dev.twitch.tv/docs/api/reference: users, streams, games, videos, clips, channels,
 * schedule, search).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeServer } from '../sample.fixture.ts';

export const client = { clientId: 'cinema-client', clientSecret: 'cinema-secret' } as const;
/** An account whose access token has expired. The refresh token renews it, once. */
export const oldTokens = { accessToken: 'access-old', refreshToken: 'refresh-0', userId: '42' } as const;
export const goodTokens = { accessToken: 'access-0', refreshToken: 'refresh-0', userId: '42' } as const;

export interface TwitchServer extends FakeServer {
  readonly sites: Readonly<Record<string, string>>;
  /** Paths and queries of the requests. */
  readonly asked: string[];
  /** Device codes, and whether the user has agreed. They agree after the first request. */
  readonly codes: Map<string, 'waiting' | 'agreed'>;
  /** Tokens that were revoked. */
  readonly revoked: string[];
}

type Answer = (query: URLSearchParams, response: ServerResponse, isUser: boolean) => void;

const stream = (login: string, at: number) => ({
  id: `${at}`,
  user_login: login,
  user_name: login.toUpperCase(),
  title: `Live ${at}`,
  type: 'live',
  started_at: '2026-11-01T20:00:00Z',
  thumbnail_url: `https://static-cdn.jtvnw.net/previews-ttv/live_user_${login}-{width}x{height}.jpg`,
});
const seven = Array.from({ length: 7 }, (_, at) => stream(`channel${at}`, at));
const video = {
  id: '123456789',
  user_login: 'monstercat',
  user_name: 'Monstercat',
  title: 'An evening',
  duration: '3h8m33s',
  created_at: '2026-10-01T20:00:00Z',
  thumbnail_url: 'https://static-cdn.jtvnw.net/cf_vods/x/thumb0-%{width}x%{height}.jpg',
};
const clip = {
  id: 'GoodClip-abc_123',
  broadcaster_name: 'Monstercat',
  title: 'A moment',
  duration: 12.9,
  created_at: '2026-10-02T20:00:00Z',
  thumbnail_url: 'https://evil.example.org/picture.jpg',
};

/** By the path below `/helix/`. */
const resources: Readonly<Record<string, Answer>> = {
  users: (query, response) =>
    list(
      query,
      response,
      query.get('login') === 'monstercat' ? [{ id: '27', login: 'monstercat', display_name: 'Monstercat' }] : [],
    ),
  streams(query, response) {
    const login = query.get('user_login');
    if (login !== null)
      return list(query, response, login === 'monstercat' ? [{ ...stream(login, 9), user_name: 'Monstercat' }] : []);
    list(query, response, query.get('game_id') === '509' ? [seven[3]!] : seven);
  },
  'streams/followed': (query, response, isUser) =>
    isUser && query.get('user_id') === '42'
      ? list(query, response, [seven[1]!])
      : fail(response, 401, 'Missing scope: user:read:follows'),
  'channels/followed': (query, response, isUser) =>
    isUser && query.get('user_id') === '42'
      ? list(query, response, [{ broadcaster_login: 'monstercat', broadcaster_name: 'Monstercat' }])
      : fail(response, 401, 'Missing scope: user:read:follows'),
  'games/top': (query, response) =>
    list(query, response, [
      { id: '509', name: 'Music' },
      { id: '510', name: 'Art' },
    ]),
  games: (query, response) => list(query, response, query.get('id') === '509' ? [{ id: '509', name: 'Music' }] : []),
  videos: (query, response) =>
    list(
      query,
      response,
      query.get('user_id') === '27' || query.get('game_id') === '509' || query.get('id') === video.id ? [video] : [],
    ),
  clips: (query, response) =>
    list(
      query,
      response,
      query.get('broadcaster_id') === '27' || query.get('game_id') === '509' || query.get('id') === clip.id
        ? [clip]
        : [],
    ),
  'search/channels': (query, response) =>
    list(
      query,
      response,
      [{ broadcaster_login: 'monstercat', display_name: 'Monstercat', is_live: true }].filter((one) =>
        one.broadcaster_login.includes(query.get('query') ?? ''),
      ),
    ),
  'search/categories': (query, response) => list(query, response, [{ id: '509', name: 'Music' }]),
  schedule(query, response) {
    if (query.get('broadcaster_id') !== '27') return fail(response, 404, 'segments were not found');
    const segment = {
      start_time: '2026-12-01T19:00:00Z',
      title: 'Premiere',
      canceled_until: null,
      category: { id: '509', name: 'Music' },
    };
    json(response, 200, {
      data: { segments: [segment, { ...segment, title: 'Not', canceled_until: '2026-12-01T21:00:00Z' }] },
      pagination: {},
    });
  },
};

export async function startTwitchServer(): Promise<TwitchServer> {
  const server = createServer((request, response) => {
    twitch.asked.push(request.url!);
    if (twitch.instead) return twitch.instead(request, response);
    void answer(request, response, twitch, spent);
  });
  /** Used refresh tokens. */
  const spent = new Set<string>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const twitch: TwitchServer = {
    sites: { 'https://id.twitch.tv': url, 'https://api.twitch.tv': url, 'https://static-cdn.jtvnw.net': url },
    asked: [],
    codes: new Map(),
    revoked: [],
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return twitch;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  twitch: TwitchServer,
  spent: Set<string>,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://twitch');
  if (pathname.startsWith('/previews-ttv/'))
    return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture');
  let body = '';
  for await (const part of request) body += part;
  if (pathname.startsWith('/oauth2/'))
    return authorize(pathname.slice(8), new URLSearchParams(body), request, response, twitch, spent);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (request.headers['client-id'] !== client.clientId)
    return fail(response, 401, 'Client ID and OAuth token do not match');
  if (!/^app-token$|^access-\d+$/.test(token)) return fail(response, 401, 'Invalid OAuth token');
  const resource = resources[pathname.replace('/helix/', '')];
  if (!resource) return fail(response, 404, 'not found');
  resource(query, response, token !== 'app-token');
}

function authorize(
  path: string,
  form: URLSearchParams,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { codes, revoked }: TwitchServer,
  spent: Set<string>,
): void {
  if (path === 'validate') {
    if (!/^OAuth access-\d+$/.test(headers.authorization ?? '')) return fail(response, 401, 'invalid access token');
    return json(response, 200, {
      client_id: client.clientId,
      login: 'anna_films',
      scopes: ['user:read:follows'],
      user_id: '42',
      expires_in: 13_000,
    });
  }
  if (form.get('client_id') !== client.clientId) return fail(response, 400, 'invalid client');
  if (path === 'revoke') {
    revoked.push(form.get('token') ?? '');
    return void response.writeHead(200).end();
  }
  if (path === 'device') {
    const code = `code-${codes.size}`;
    codes.set(code, 'waiting');
    const page = 'https://www.twitch.tv/activate?device-code=ABCDEFGH';
    return json(response, 200, {
      device_code: code,
      expires_in: 1800,
      interval: 5,
      user_code: 'ABCDEFGH',
      verification_uri: page,
    });
  }
  giveTokens(form, response, codes, spent);
}

/** Handles `POST /oauth2/token`. */
function giveTokens(
  form: URLSearchParams,
  response: ServerResponse,
  codes: TwitchServer['codes'],
  spent: Set<string>,
): void {
  if (form.get('client_secret') !== client.clientSecret) return fail(response, 403, 'invalid client secret');
  const grant = form.get('grant_type');
  if (grant === 'client_credentials')
    return json(response, 200, { access_token: 'app-token', expires_in: 5_000_000, token_type: 'bearer' });
  if (grant === 'refresh_token') {
    const refresh = form.get('refresh_token') ?? '';
    if (!/^refresh-\d+$/.test(refresh) || spent.has(refresh)) return fail(response, 400, 'Invalid refresh token');
    spent.add(refresh);
    return json(response, 200, {
      access_token: 'access-7',
      refresh_token: 'refresh-7',
      scope: [],
      token_type: 'bearer',
    });
  }
  const state = codes.get(form.get('device_code') ?? '');
  if (state === undefined) return fail(response, 400, 'invalid device code');
  if (state === 'waiting') {
    codes.set(form.get('device_code')!, 'agreed');
    return fail(response, 400, 'authorization_pending');
  }
  codes.delete(form.get('device_code')!);
  json(response, 200, {
    access_token: 'access-0',
    refresh_token: 'refresh-0',
    expires_in: 14_000,
    scope: [],
    token_type: 'bearer',
  });
}

/** Pages by cursors: the cursor is the index of a page's first entry. */
function list(query: URLSearchParams, response: ServerResponse, all: readonly object[]): void {
  const [at, size] = [Number(query.get('after') ?? '0'), Number(query.get('first') ?? '20')];
  if (!Number.isInteger(at)) return fail(response, 400, 'The value in the after query parameter is not valid');
  const end = at + size;
  json(response, 200, { data: all.slice(at, end), pagination: end < all.length ? { cursor: `${end}` } : {} });
}

function fail(response: ServerResponse, status: number, message: string): void {
  json(response, status, { error: 'Error', status, message });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
