import { create } from '@bufbuild/protobuf';
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toolsAt } from '../oembed.fixture.ts';
import type { ProviderTools, Secrets } from '../provider.ts';
import { client, goodTokens, oldTokens, startTwitchServer, type TwitchServer } from './twitch.fake.ts';
import { twitch } from './twitch.provider.ts';

let server: TwitchServer;
let renewed: Secrets[];
beforeAll(async () => {
  server = await startTwitchServer();
});
beforeEach(() => {
  renewed = [];
});
afterAll(() => server?.stop());

const kind = twitch.accounts!;
const tools = (operator: Secrets | undefined = client): ProviderTools => ({
  ...toolsAt(server.sites),
  operator: () => operator,
});
const nobody = { id: '', credentials: {} };
const anna = { id: 'pac_1', credentials: goodTokens };
const list = (folder: string, account: typeof nobody | typeof anna = nobody, limit = 50) =>
  kind.list(account, { folder, after: undefined, limit }, tools());
const namesIn = async (folder: string, account?: typeof anna) =>
  (await list(folder, account)).entries.map(({ name }) => name);
const source = (kindOf: EmbedKind, id: string) => create(TwitchSourceSchema, { kind: kindOf, id });

test('[TW5] what is live, categories and channels are folders, and an account has what it follows', async () => {
  expect(await namesIn('')).toEqual(['Live now', 'Categories']);
  expect(await namesIn('', anna)).toEqual(['Followed and live', 'Followed channels', 'Live now', 'Categories']);
  expect((await list('live', nobody, 3)).entries).toMatchObject([
    { name: 'CHANNEL0: Live 0', is: { source: { kind: EmbedKind.CHANNEL, id: 'channel0' } } },
    {},
    {},
  ]);
  expect((await list('live')).entries[0]?.thumbnail).toBe(
    'https://static-cdn.jtvnw.net/previews-ttv/live_user_channel0-320x180.jpg',
  );
  expect((await list('categories')).entries).toMatchObject([
    { name: 'Music', is: { folder: 'category/509' } },
    { name: 'Art' },
  ]);
  expect(await namesIn('category/509')).toEqual(['Videos', 'Clips', 'CHANNEL3: Live 3']);
  expect(await namesIn('followed', anna)).toEqual(['CHANNEL1: Live 1']);
  expect((await list('channels', anna)).entries).toMatchObject([{ is: { folder: 'channel/monstercat' } }]);
});

test('[TW5] a channel has what it sends, its videos, clips and schedule', async () => {
  const { entries, path } = await list('channel/monstercat');
  expect(entries.map(({ name }) => name)).toEqual(['Videos', 'Clips', 'Schedule', 'Monstercat: Live 9']);
  expect(path).toEqual([{ folder: 'channel/monstercat', name: 'Monstercat' }]);
  expect((await list('channel/monstercat/videos')).entries).toMatchObject([
    { name: 'An evening', durationSeconds: 11_313, is: { source: { kind: EmbedKind.VIDEO, id: '123456789' } } },
  ]);
  const [clip] = (await list('category/509/clips')).entries;
  expect(clip).toMatchObject({ durationSeconds: 12.9, is: { source: { kind: EmbedKind.CLIP } } });
  // A picture on a server that is not Twitch's does not count.
  expect(clip?.thumbnail).toBeUndefined();
  expect(await namesIn('channel/monstercat/schedule')).toEqual(['2026-12-01 19:00 UTC · Premiere · Music']);
  for (const folder of [
    'channel/nobody',
    'category/1',
    'category/509/schedule',
    'elsewhere',
    'followed',
    'channel/a/b',
  ])
    await expect(list(folder), folder).rejects.toMatchObject({ failure: 'missing' });
});

test('[TW6] a text finds channels, and categories among these', async () => {
  const search = async (folder: string) =>
    (await kind.search!(nobody, { folder, text: 'mon', after: undefined, limit: 10 }, tools())).entries;
  expect(await search('')).toMatchObject([{ name: 'Monstercat', is: { folder: 'channel/monstercat' } }]);
  expect(await search('categories')).toMatchObject([{ name: 'Music', is: { folder: 'category/509' } }]);
});

test('[TW4] without a client of the operator there is nothing to find, and a wrong one is refused', async () => {
  const without = { ...tools(), operator: () => undefined };
  await expect(kind.list(nobody, { folder: '', after: undefined, limit: 5 }, without)).rejects.toMatchObject({
    failure: 'no_key',
  });
  const wrong = tools({ ...client, clientSecret: 'wrong' });
  await expect(kind.list(nobody, { folder: 'live', after: undefined, limit: 5 }, wrong)).rejects.toMatchObject({
    failure: 'account_refused',
  });
  for (const asked of server.asked) expect(asked).not.toContain('secret');
});

test('[TW4] an account whose token has ended is renewed once and keeps what it gets', async () => {
  const account = { id: 'pac_2', credentials: oldTokens, renew: async (next: Secrets) => void renewed.push(next) };
  const { entries } = await kind.list(account, { folder: 'followed', after: undefined, limit: 5 }, tools());
  expect(entries.length).toBe(1);
  expect(renewed).toEqual([{ accessToken: 'access-7', refreshToken: 'refresh-7', userId: '42' }]);
  // The old refresh token has been used.
  await expect(kind.list(account, { folder: 'followed', after: undefined, limit: 5 }, tools())).rejects.toMatchObject({
    failure: 'account_refused',
  });
  await expect(kind.verify(anna, tools())).resolves.toBeUndefined();
  await kind.signOut!(anna, tools());
  expect(server.revoked).toEqual(['access-0']);
});

test('[TW7] a source has the name, length, picture and channel that Twitch tells, and plays without', async () => {
  const video = source(EmbedKind.VIDEO, '123456789');
  expect(await twitch.describe!(video, tools())).toMatchObject({ name: 'An evening', durationSeconds: 11_313 });
  expect((await twitch.describe!(source(EmbedKind.CHANNEL, 'monstercat'), tools())).name).toBe('Monstercat: Live 9');
  const unknown = { ...tools(), operator: () => undefined };
  expect(await twitch.describe!(video, unknown)).toEqual({ name: 'Twitch 123456789' });
  const gone = source(EmbedKind.CLIP, 'Gone');
  await expect(twitch.describe!(gone, tools())).rejects.toMatchObject({ failure: 'missing' });
  const resolve = (one: typeof video) => twitch.resolve(one, { ...tools(), secrets: {}, account: undefined });
  expect(await resolve(video)).toMatchObject({
    durationSeconds: 11_313,
    metadata: { channel: 'Monstercat' },
    thumbnail: { url: 'https://static-cdn.jtvnw.net/cf_vods/x/thumb0-320x180.jpg' },
  });
  expect(await resolve(gone)).toEqual(twitch.outline(gone));
});

test('[TW5] pictures are loaded from servers of Twitch only', () => {
  const of = (item: string) => kind.thumbnails!.of(nobody, item, tools());
  expect(of('https://static-cdn.jtvnw.net/a.jpg')).toEqual({ url: 'https://static-cdn.jtvnw.net/a.jpg' });
  for (const item of [
    'https://evil.example.org/a.jpg',
    'https://eviljtvnw.net/a.jpg',
    'http://static-cdn.jtvnw.net/a',
    'x',
  ])
    expect(of(item), item).toBeUndefined();
});
