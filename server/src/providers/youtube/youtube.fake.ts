/**
 * A fake YouTube on loopback, by the documentation of the YouTube Data API v3 (developers.google.com/youtube/v3/docs:
 * videos, playlists, playlistItems, channels, subscriptions, search, i18nLanguages, errors), of its oEmbed provider,
 * and of Google's sign-in for limited input devices
 * (developers.google.com/identity/protocols/oauth2/limited-input-device). Like the real one, it has pages, quota and
 * errors.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeServer } from '../sample.fixture.ts';

export const goodKey = 'AIzaGoodKey-of_the_tests';
/** A key whose quota is spent. */
export const spentKey = 'AIzaSpentKey-of_the_tests';
export const channelId = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';
export const playlistId = 'PLseven-films-of-tests';
const uploadsId = `UU${channelId.slice(2)}`;

/** The client that the operator has registered. */
export const client = { clientId: 'client.apps.googleusercontent.com', clientSecret: 'GOCSPX-of-the-tests' };

/** Seven videos: the second one is live, the third one may not be embedded. */
export const videoIds = Array.from({ length: 7 }, (_, i) => `video-${i}-abc`);

const description = 'A film.\n\n00:00 Start\n1:30 - The middle\n(2:05) End\n';

export interface YoutubeServer extends FakeServer {
  readonly sites: Readonly<Record<string, string>>;
  /** Whether the user has agreed to the latest sign-in. */
  agreed: boolean;
  /** Valid tokens. */
  readonly tokens: Set<string>;
  /** Revoked tokens. */
  readonly revoked: string[];
  /** Paths, queries and keys of the requests. */
  readonly asked: readonly { readonly url: string; readonly key: string | undefined }[];
}

export async function startYoutubeServer(): Promise<YoutubeServer> {
  const asked: { url: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url!, key: request.headers['x-goog-api-key'] as string | undefined });
    if (youtube.instead) return youtube.instead(request, response);
    if (request.method === 'POST') return signIn(youtube, request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    answer(request, response, token !== undefined && youtube.tokens.has(token));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const youtube: YoutubeServer = {
    agreed: false,
    tokens: new Set(),
    revoked: [],
    sites: {
      'https://oauth2.googleapis.com': url,
      'https://www.googleapis.com': url,
      'https://www.youtube.com': url,
      'https://i.ytimg.com': url,
    },
    asked,
    instead: undefined,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return youtube;
}

/** Codes and tokens. */
function signIn(youtube: YoutubeServer, request: IncomingMessage, response: ServerResponse): void {
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    const form = new URLSearchParams(text);
    if (request.url === '/revoke') {
      youtube.revoked.push(form.get('token') ?? '');
      return json(response, {});
    }
    if (form.get('client_id') !== client.clientId) return json(response, { error: 'invalid_client' }, 401);
    if (request.url === '/device/code') {
      youtube.agreed = false;
      return json(response, {
        device_code: 'device-code-1',
        user_code: 'GQVQ-JKEC',
        expires_in: 1_800,
        interval: 5,
        verification_url: 'https://www.google.com/device',
      });
    }
    if (form.get('client_secret') !== client.clientSecret) return json(response, { error: 'invalid_client' }, 401);
    const isRenewal = form.get('grant_type') === 'refresh_token';
    if (!isRenewal && !youtube.agreed) {
      // The user agrees before the next request.
      youtube.agreed = true;
      return json(response, { error: 'authorization_pending' }, 428);
    }
    if (isRenewal && form.get('refresh_token') !== 'refresh-1') return json(response, { error: 'invalid_grant' }, 400);
    const access_token = `ya29.${youtube.tokens.size}`;
    youtube.tokens.add(access_token);
    // A renewal returns no new refresh token.
    json(response, { access_token, expires_in: 3_599, ...(isRenewal ? {} : { refresh_token: 'refresh-1' }) });
  });
}

const answer = (request: IncomingMessage, response: ServerResponse, isSignedIn: boolean): void => {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://youtube');
  if (pathname === '/oembed') return oembed(query, response);
  if (pathname.startsWith('/vi/')) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture');
  const key = request.headers['x-goog-api-key'];
  if (!isSignedIn && request.headers.authorization !== undefined)
    return fail(response, 401, 'authError', 'Invalid Credentials');
  if (!isSignedIn && query.get('mine') === 'true') return fail(response, 401, 'required', 'Login Required.');
  if (!isSignedIn && key === undefined)
    return fail(response, 403, 'forbidden', 'Method doesn’t allow unregistered callers.');
  if (!isSignedIn && key === spentKey) return fail(response, 403, 'quotaExceeded', 'You have exceeded your quota.');
  if (!isSignedIn && key !== goodKey) return fail(response, 400, 'badRequest', 'API key not valid.', 'API_KEY_INVALID');
  const resource = resources[pathname.replace('/youtube/v3/', '')];
  if (!resource) return fail(response, 404, 'notFound', 'Not found.');
  resource(query, response);
};

const resources: Readonly<Record<string, (query: URLSearchParams, response: ServerResponse) => void>> = {
  i18nLanguages: (_, response) => json(response, { items: [{ id: 'en', snippet: { hl: 'en', name: 'English' } }] }),
  videos(query, response) {
    const ids = query.get('id')?.split(',') ?? [];
    if (query.get('chart') === 'mostPopular') return paged(query, response, videoIds.map(video));
    json(response, { items: videoIds.filter((id) => ids.includes(id)).map(video) });
  },
  search: (query, response) =>
    paged(
      query,
      response,
      videoIds
        .filter((id) => id.includes(query.get('q') ?? ''))
        .map((videoId) => ({ id: { kind: 'youtube#video', videoId }, snippet: { title: videoId } })),
    ),
  playlistItems(query, response) {
    const id = query.get('playlistId');
    if (id !== playlistId && id !== uploadsId)
      return fail(response, 404, 'playlistNotFound', 'The playlist cannot be found.');
    paged(
      query,
      response,
      videoIds.map((videoId) => ({ contentDetails: { videoId } })),
    );
  },
  subscriptions: (query, response) =>
    paged(
      query,
      response,
      Array.from({ length: 3 }, (_, i) => ({
        id: `subscription-${i}`,
        snippet: { title: `Channel ${i}`, resourceId: { kind: 'youtube#channel', channelId } },
      })),
    ),
  playlists: (query, response) =>
    paged(
      query,
      response,
      query.get('mine') === 'true' || query.get('id') === playlistId || query.get('channelId') === channelId
        ? [{ id: playlistId, snippet: { title: 'Seven films' } }]
        : [],
    ),
  channels(query, response) {
    const isKnown =
      query.get('mine') === 'true' ||
      query.get('id') === channelId ||
      query.get('forHandle') === 'films' ||
      query.get('forUsername') === 'films';
    const contentDetails = { relatedPlaylists: { uploads: uploadsId } };
    // `items` is absent when there is no channel.
    json(response, isKnown ? { items: [{ id: channelId, snippet: { title: 'Films' }, contentDetails }] } : {});
  },
};

function video(id: string): object {
  const at = videoIds.indexOf(id);
  return {
    id,
    snippet: {
      title: `Film ${at}`,
      channelTitle: 'Films',
      channelId,
      description: at === 0 ? description : '',
      publishedAt: '2024-05-01T12:00:00Z',
      liveBroadcastContent: at === 1 ? 'live' : 'none',
    },
    contentDetails: { duration: at === 1 ? 'P0D' : `PT${at + 3}M20S` },
    status: { embeddable: at !== 2 },
  };
}

/** Pages by tokens: the token is the index of a page's first entry. */
function paged(query: URLSearchParams, response: ServerResponse, all: readonly object[]): void {
  const token = query.get('pageToken') ?? '0';
  const size = Number(query.get('maxResults') ?? '5');
  if (!/^\d+$/.test(token)) return fail(response, 400, 'invalidPageToken', 'The page token is invalid.');
  if (size > 50) return fail(response, 400, 'invalidParameter', 'maxResults is 50 at most.');
  const end = Number(token) + size;
  json(response, {
    items: all.slice(Number(token), end),
    ...(end < all.length ? { nextPageToken: `${end}` } : {}),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
  });
}

function oembed(query: URLSearchParams, response: ServerResponse): void {
  const id = new URL(query.get('url') ?? 'http://x').searchParams.get('v') ?? '';
  if (!videoIds.includes(id)) return void response.writeHead(400).end('Bad Request');
  if (id === videoIds[2]) return void response.writeHead(401).end('Unauthorized');
  json(response, { type: 'video', title: `Film ${videoIds.indexOf(id)}`, author_name: 'Films', version: '1.0' });
}

function fail(response: ServerResponse, code: number, reason: string, message: string, detail?: string): void {
  const errors = [{ message, domain: 'youtube.api', reason }];
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  const details = detail === undefined ? [] : [{ '@type': type, reason: detail, domain: 'googleapis.com' }];
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify({ error: { code, message, errors, status: 'FAILED', details } }));
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
