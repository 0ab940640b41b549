import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { TiktokSourceSchema } from '@matinee/contract/gen/service/provider/tiktok_pb.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OembedServer, startOembedServer } from '../oembed.fixture.ts';
import { tiktok } from './tiktok.provider.ts';

const videoId = '6718335390845095173';
let server: OembedServer;
beforeAll(async () => {
  server = await startOembedServer(['https://www.tiktok.com'], {
    [`https://www.tiktok.com/@scout2015/video/${videoId}`]: {
      title: 'Scramble up ur name',
      author_name: 'Scout, Suki & Stella',
      thumbnail_url: 'https://p16.tiktokcdn.example/picture.jpeg',
    },
    [`https://www.tiktok.com/@gone/video/${videoId}`]: 400,
  });
});
afterAll(() => server?.stop());

const source = (user: string) => create(TiktokSourceSchema, { videoId, user });
const resolve = (user: string) => tiktok.resolve(source(user), { ...server.tools, secrets: {}, account: undefined });

test.each([
  [`https://www.tiktok.com/@scout2015/video/${videoId}?lang=de`, 'scout2015'],
  [`tiktok.com/@a.b_c/video/${videoId}`, 'a.b_c'],
  [` https://m.tiktok.com/v/${videoId}.html\n`, ''],
  [`https://www.tiktok.com/player/v1/${videoId}?controls=0`, ''],
  [`https://www.tiktok.com/embed/v2/${videoId}`, ''],
  [`https://www.tiktok.com/embed/${videoId}`, ''],
])('[TTK1] %s', (link, user) => {
  expect(tiktok.recognize(link)).toMatchObject({ videoId, user });
});

test.each([
  'https://www.tiktok.com/',
  'https://www.tiktok.com/@scout2015',
  'https://www.tiktok.com/@scout2015/live',
  `https://www.tiktok.com/@scout2015/photo/${videoId}`,
  'https://www.tiktok.com/@scout2015/video/12',
  'https://vm.tiktok.com/ZMabc/',
  `https://tiktok.com.evil.example/@a/video/${videoId}`,
  `see https://www.tiktok.com/@a/video/${videoId}`,
])('[TTK1] %s is none', (text) => {
  expect(tiktok.recognize(text)).toBeUndefined();
});

test('[TTK2] [TTK3] the player of TikTok plays it, with its name and picture', async () => {
  const { modes, ...facts } = await resolve('scout2015');
  const embed = { player: EmbedPlayer.TIKTOK, kind: EmbedKind.VIDEO, id: videoId, startSeconds: 0 };
  expect(modes[0]?.medias[0]?.embed).toEqual(embed);
  expect(facts).toEqual({
    needsCredentials: false,
    playbackKind: PlaybackKind.REGULAR,
    metadata: { channel: 'Scout, Suki & Stella' },
    thumbnail: { url: 'https://p16.tiktokcdn.example/picture.jpeg' },
  });
  expect(await tiktok.describe!(source('scout2015'), server.tools)).toEqual({ name: 'Scramble up ur name' });
});

test('[TTK3] what TikTok does not tell keeps no video from playing', async () => {
  expect(tiktok.nameOf(source('scout2015'))).toBe('@scout2015 (TikTok)');
  for (const user of ['gone', '']) {
    expect(await resolve(user)).toEqual(tiktok.outline(source(user)));
    await expect(tiktok.describe!(source(user), server.tools)).rejects.toMatchObject({ failure: 'missing' });
  }
});
