/**
 * A fake PeerTube server on loopback, by the documentation of its REST API
 * (docs.joinpeertube.org/api-rest-reference.html: videos, captions, chapters, config, channels, accounts, playlists,
 * search, errors by RFC 7807).
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeServer } from '../sample.fixture.ts';

export const host = 'peertube.example.org';
export const ids = {
  film: '9c9de5e8-0a1e-484a-b099-e80766180a6d',
  /** Has whole files and no HLS, like videos from servers before version 3. */
  old: '3c9de5e8-0a1e-484a-b099-e80766180a6d',
  live: '2y84q2MQUMWPbiEcxNXMgC',
  /** A live stream that has not begun. */
  waiting: '2y84q2MQUMWPbiEcxNXMgD',
  hidden: '2y84q2MQUMWPbiEcxNXMgE',
} as const;

export interface PeertubeServer extends FakeServer {
  readonly sites: Readonly<Record<string, string>>;
}

const playlist = {
  id: 1,
  type: 1,
  playlistUrl: `https://${host}/static/streaming-playlists/hls/film/master.m3u8`,
  files: [],
};
const file = (height: number) => ({
  id: height,
  resolution: { id: height, label: `${height}p` },
  fileUrl: `https://${host}/static/web-videos/film-${height}.mp4`,
});
const common = { previewPath: '/lazy-static/previews/film.jpg', state: { id: 1, label: 'Published' } };

const videos: Readonly<Record<string, object>> = {
  [ids.film]: {
    ...common,
    uuid: ids.film,
    name: 'What is PeerTube?',
    duration: 113,
    isLive: false,
    streamingPlaylists: [playlist],
    files: [],
  },
  [ids.old]: {
    ...common,
    uuid: ids.old,
    name: 'An old film',
    duration: 60,
    isLive: false,
    streamingPlaylists: [],
    files: [file(480), { ...file(1), fileUrl: 'javascript:alert(1)' }, file(1080)],
  },
  [ids.live]: {
    ...common,
    uuid: 'x',
    name: 'Live',
    duration: 0,
    isLive: true,
    streamingPlaylists: [playlist],
    files: [],
  },
  [ids.waiting]: { ...common, uuid: 'x', name: 'Soon', duration: 0, isLive: true, streamingPlaylists: [], files: [] },
};

/** Seven videos of a channel, as in lists. */
const films = Array.from({ length: 7 }, (_, place) => ({
  uuid: `9c9de5e8-0a1e-484a-b099-e8076618${String(1000 + place)}`,
  name: `Film ${place}`,
  duration: 60 + place,
  isLive: false,
  publishedAt: '2026-01-02T03:04:05.000Z',
  thumbnailPath: `/lazy-static/thumbnails/film-${place}.jpg`,
}));
const stream = { uuid: ids.film, name: 'A stream', duration: 0, isLive: true, publishedAt: 'never' };
const channels = [
  { name: 'films', host, displayName: 'Our films' },
  { name: 'far', host: 'other.example.org', displayName: 'From afar' },
];
export const playlistId = '7c9de5e8-0a1e-484a-b099-e80766180a6d';
const playlists = [{ uuid: playlistId, displayName: 'The best' }];

/** Responses of API paths that return a list, or one named object. */
function listed({ pathname, searchParams }: URL): object | undefined {
  const path = pathname.replace('/api/v1/', '');
  const start = Number(searchParams.get('start') ?? 0);
  const count = Number(searchParams.get('count') ?? 15);
  const page = (all: readonly object[]) => ({ total: all.length, data: all.slice(start, start + count) });
  const found = (all: readonly { name: string }[]) =>
    page(all.filter(({ name }) => name.toLowerCase().includes(searchParams.get('search')!.toLowerCase())));
  switch (path) {
    case 'config':
      return { instance: { name: 'Films for all' }, serverVersion: '7.2.0' };
    case 'videos':
      return page(searchParams.get('isLive') === 'true' ? [stream] : films);
    case 'video-channels':
      return page(channels);
    case 'video-playlists':
    case 'video-channels/films/video-playlists':
      return page(playlists);
    case 'video-channels/films':
      return channels[0];
    case 'accounts/anna':
      return { name: 'anna', displayName: 'Anna' };
    case `video-playlists/${playlistId}`:
      return playlists[0];
    case 'video-channels/films/videos':
    case 'accounts/anna/videos':
      return page(films);
    case `video-playlists/${playlistId}/videos`:
      return page(films.map((video, place) => ({ id: place, position: place + 1, video })));
    case 'search/videos':
      return found(films);
    case 'search/video-channels':
      return found(channels);
    default:
      return undefined;
  }
}

const answer: RequestListener = (request, response) => {
  const list = listed(new URL(request.url!, `https://${host}`));
  if (list) return json(response, list);
  const [, id = '', below] = /^\/api\/v1\/videos\/([\w-]+)(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
  if (id === ids.hidden) return problem(response, 403, 'Cannot fetch a private video');
  const video = videos[id];
  if (!video) return problem(response, 404, 'Video not found');
  if (below === undefined) return json(response, video);
  // Servers before version 6.0 have no chapters.
  if (id === ids.old) return problem(response, 404, 'Not found');
  if (below === 'captions')
    return json(response, {
      total: 2,
      data: [
        { language: { id: 'de', label: 'German' }, captionPath: '/lazy-static/video-captions/film-de.vtt' },
        { language: { id: 'fr', label: 'French' }, fileUrl: 'https://cdn.example.org/film-fr.vtt', captionPath: null },
      ],
    });
  if (below === 'chapters')
    return json(response, {
      chapters: [
        { timecode: 60, title: 'End' },
        { timecode: 0, title: 'Start' },
      ],
    });
  if (below === 'storyboards' && id === ids.film)
    return json(response, {
      storyboards: [
        {
          fileUrl: `https://${host}/lazy-static/storyboards/film.jpg`,
          storyboardPath: null,
          totalWidth: 1920,
          totalHeight: 216,
          spriteWidth: 192,
          spriteHeight: 108,
          spriteDuration: 6,
        },
      ],
    });
  problem(response, 404, 'Not found');
};

export async function startPeertubeServer(): Promise<PeertubeServer> {
  const server = createServer((request, response) => (peertube.instead ?? answer)(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peertube: PeertubeServer = {
    sites: { [`https://${host}`]: url },
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return peertube;
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json; charset=utf-8' });
  response.end(JSON.stringify({ type: 'about:blank', title: 'Error', status, detail }));
}
