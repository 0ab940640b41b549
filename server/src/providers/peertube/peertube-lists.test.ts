import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ListQuery } from '../provider.ts';
import { failureOfStatus, ProviderError } from '../provider-error.ts';
import { peertubeAccounts } from './peertube.accounts.ts';
import { host, type PeertubeServer, playlistId, startPeertubeServer } from './peertube.fake.ts';

let server: PeertubeServer;
/** Paths of the requests. */
let asked: string[] = [];
beforeAll(async () => {
  server = await startPeertubeServer();
});
afterEach(() => {
  server.instead = undefined;
  asked = [];
});
afterAll(() => server.stop());

const tools = {
  async ask(url: string) {
    asked.push(url.slice(`https://${host}/api/v1/`.length));
    const answer = await fetch(url.replace(`https://${host}`, server.sites[`https://${host}`]!));
    const failure = failureOfStatus(answer.status);
    if (failure) throw new ProviderError(failure, { answer });
    return answer;
  },
  remember: <T>(_: string, work: () => Promise<T>) => work(),
  clock: new FakeClock(),
};
const account = { id: 'pac_1', credentials: { host } };
const list = (folder: string, query: Partial<ListQuery> = {}) =>
  peertubeAccounts.list(account, { folder, after: undefined, limit: 50, ...query }, tools);

test('[PT6] the top has folders once, and then what is new', async () => {
  const first = await list('', { limit: 4 });
  expect(first.entries.map(({ name }) => name)).toEqual([
    'Live now',
    'Channels',
    'Playlists',
    'Film 0',
    'Film 1',
    'Film 2',
    'Film 3',
  ]);
  const second = await list('', { limit: 4, after: first.next });
  expect(second.entries.map(({ name }) => name)).toEqual(['Film 4', 'Film 5', 'Film 6']);
  expect(second.next).toBeUndefined();
});

test('[PT6] a film has its length, its day and its picture; a stream has no length', async () => {
  const [, film] = (await list('channel/films')).entries;
  expect(film).toMatchObject({ durationSeconds: 60, thumbnail: '/lazy-static/thumbnails/film-0.jpg' });
  expect(film?.modifiedAt?.toISOString()).toBe('2026-01-02T03:04:05.000Z');
  const [stream] = (await list('live')).entries;
  expect(stream).toMatchObject({ name: 'A stream' });
  expect(stream).not.toHaveProperty('durationSeconds');
  expect(stream).not.toHaveProperty('modifiedAt');
});

test('[PT6] channels of other servers go by their whole handle', async () => {
  const { entries } = await list('channels');
  expect(entries).toEqual([
    { name: 'Our films', is: { folder: 'channel/films' } },
    { name: 'From afar', is: { folder: 'channel/far@other.example.org' } },
  ]);
});

test('[PT6] a channel has its playlists as a folder', async () => {
  const { entries, path } = await list('channel/films');
  expect(entries[0]).toMatchObject({ kind: FolderKind.PLAYLISTS, is: { folder: 'channel/films/playlists' } });
  expect(path).toEqual([{ folder: 'channel/films', name: 'Our films' }]);
  const below = await list('channel/films/playlists');
  expect(below.entries).toEqual([{ name: 'The best', is: { folder: `playlist/${playlistId}` } }]);
  expect(below.path.map(({ folder }) => folder)).toEqual(['channel/films', 'channel/films/playlists']);
});

test('[PT6] places of deleted videos are left out, and pages go on behind them', async () => {
  const data = [{ video: null }, { video: null }];
  server.instead = (request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(request.url!.includes('/videos') ? { total: 5, data } : { displayName: 'Holes' }));
  expect(await list(`playlist/${playlistId}`, { limit: 2 })).toEqual({
    entries: [],
    next: '2',
    path: [{ folder: `playlist/${playlistId}`, name: 'Holes' }],
  });
});

test('[PT6] a search finds videos, and in channels channels', async () => {
  const query = { after: undefined, limit: 50 };
  const videos = await peertubeAccounts.search!(account, { ...query, folder: '', text: 'film 3' }, tools);
  expect(videos.entries.map(({ name }) => name)).toEqual(['Film 3']);
  const channels = await peertubeAccounts.search!(account, { ...query, folder: 'channels', text: 'FAR' }, tools);
  expect(channels.entries.map(({ name }) => name)).toEqual(['From afar']);
});

test.each(['other', 'channel/', 'channel/a/b', 'playlist/x/playlists', 'live/x', 'channel/a b', 'account/a?x=1'])(
  '[PT6] there is no folder %s, and nobody is asked for it',
  async (folder) => {
    await expect(list(folder)).rejects.toThrow(ProviderError);
    expect(asked).toEqual([]);
  },
);

test('[PT6] pictures are those of the server', () => {
  const of = (item: string) => peertubeAccounts.thumbnails!.of(account, item, tools);
  expect(of('/lazy-static/thumbnails/a.jpg')).toEqual({ url: `https://${host}/lazy-static/thumbnails/a.jpg` });
  for (const item of ['//evil.example/static/a.jpg', '/api/v1/users', '@evil.example/static/a', 'static/a'])
    expect(of(item), item).toBeUndefined();
});

test.each([
  ['/c/films', 'channel/films'],
  ['/c/films/videos?s=1', 'channel/films'],
  ['/video-channels/far@other.example.org', 'channel/far@other.example.org'],
  ['/a/anna/video-channels', 'account/anna'],
  ['/accounts/anna@far.example.org', 'account/anna@far.example.org'],
  [`/w/p/${playlistId}`, `playlist/${playlistId}`],
  [`/videos/watch/playlist/${playlistId}`, `playlist/${playlistId}`],
  ['/about/instance', undefined],
])('[PT7] %s of a server that is kept', (path, folder) => {
  const known = { id: 'pac_1', host, name: 'Films for all' };
  expect(peertubeAccounts.recognizeFolder!(`https://${host}${path}`, known)).toBe(folder);
  expect(peertubeAccounts.recognizeFolder!(`https://other.example.org${path}`, known)).toBeUndefined();
});
