/**
 * A stand-in for Dailymotion on loopback, by the documentation of its Platform API (developers.dailymotion.com/api:
 * video, errors).
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeServer } from '../sample.fixture.ts';

export const ids = {
  film: 'x5e9eog',
  live: 'xlive01',
  kept: 'xkept01',
  limited: 'xlimit1',
} as const;

const videos: Readonly<Record<string, object>> = {
  [ids.film]: {
    title: 'Midnight Sun',
    duration: 210,
    mode: 'vod',
    'owner.screenname': 'Films',
    thumbnail_480_url: 'https://s1.dmcdn.net/v/film/x480',
    allow_embed: true,
  },
  [ids.live]: { title: 'News', duration: 0, mode: 'live', 'owner.screenname': 'News', allow_embed: true },
  [ids.kept]: { title: 'Kept', duration: 10, mode: 'vod', allow_embed: false },
};

export interface DailymotionServer extends FakeServer {
  readonly sites: Readonly<Record<string, string>>;
}

export async function startDailymotionServer(): Promise<DailymotionServer> {
  const server = createServer((request, response) => (fake.instead ?? answer)(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: DailymotionServer = {
    sites: { 'https://api.dailymotion.com': url },
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://dailymotion');
  const id = pathname.split('/').at(-1) ?? '';
  const fail = (code: number, type: string) => {
    const error = { more_info: 'https://developers.dailymotion.com', code, message: type, type };
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
  if (id === ids.limited) return fail(400, 'rate_limit_exceeded');
  const video = videos[id];
  if (!video) return fail(404, 'not_found');
  // Returns only the requested fields.
  const wanted = searchParams.get('fields')?.split(',') ?? ['id', 'title'];
  const told = Object.fromEntries(Object.entries({ id, ...video }).filter(([name]) => wanted.includes(name)));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
};
