import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { VimeoSourceSchema } from '@matinee/contract/gen/service/provider/vimeo_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OembedServer, startOembedServer } from '../oembed.fixture.ts';
import { vimeo } from './vimeo.provider.ts';

let server: OembedServer;
beforeAll(async () => {
  server = await startOembedServer(['https://vimeo.com'], {
    'https://vimeo.com/76979871/8272103f6e': {
      title: 'The New Vimeo Player',
      author_name: 'Vimeo Staff',
      duration: 62,
      thumbnail_url: 'https://i.vimeocdn.com/video/452001751_640.jpg',
    },
    'https://vimeo.com/1': { title: 'Bare', duration: 0, thumbnail_url: 'javascript:alert(1)' },
    'https://vimeo.com/2': 403,
  });
});
afterEach(() => {
  server.instead = undefined;
});
afterAll(() => server?.stop());

const source = (videoId: string, hash = '') => create(VimeoSourceSchema, { videoId, hash, startSeconds: 5 });
const resolve = (videoId: string, hash = '') =>
  vimeo.resolve(source(videoId, hash), { ...server.tools, secrets: {}, account: undefined });

test.each([
  ['https://vimeo.com/76979871', '76979871', '', 0],
  ['vimeo.com/76979871/8272103f6e?share=copy#t=1m5s', '76979871', '8272103f6e', 65],
  ['https://www.vimeo.com/channels/staffpicks/76979871', '76979871', '', 0],
  ['https://vimeo.com/groups/shortfilms/videos/76979871', '76979871', '', 0],
  ['https://vimeo.com/showcase/11/video/76979871', '76979871', '', 0],
  ['https://vimeo.com/album/11/video/76979871', '76979871', '', 0],
  [' https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0\n', '76979871', '8272103f6e', 0],
])('[VIM1] %s', (link, videoId, hash, startSeconds) => {
  expect(vimeo.recognize(link)).toMatchObject({ videoId, hash, startSeconds });
});

test.each([
  'https://vimeo.com/',
  'https://vimeo.com/staff',
  'https://vimeo.com/76979871/settings',
  'https://vimeo.com/76979871/8272103f6e/privacy',
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/event/76979871',
  'https://player.vimeo.com/76979871',
  'https://vimeo.com.evil.example/76979871',
  'see https://vimeo.com/76979871',
])('[VIM1] %s is none', (text) => {
  expect(vimeo.recognize(text)).toBeUndefined();
});

test('[VIM2] [VIM3] the player of Vimeo plays it, with its name, length and picture', async () => {
  const { modes, ...facts } = await resolve('76979871', '8272103f6e');
  expect(modes[0]?.medias[0]?.embed).toEqual({
    player: EmbedPlayer.VIMEO,
    kind: EmbedKind.VIDEO,
    id: '76979871/8272103f6e',
    startSeconds: 5,
  });
  expect(facts).toEqual({
    needsCredentials: false,
    playbackKind: PlaybackKind.REGULAR,
    durationSeconds: 62,
    metadata: { channel: 'Vimeo Staff' },
    thumbnail: { url: 'https://i.vimeocdn.com/video/452001751_640.jpg' },
  });
  expect(await vimeo.describe!(source('76979871', '8272103f6e'), server.tools)).toEqual({
    name: 'The New Vimeo Player',
    durationSeconds: 62,
  });
});

test('[VIM3] what Vimeo does not tell is left out, and keeps no video from playing', async () => {
  expect(await resolve('1')).toEqual({ ...vimeo.outline(source('1')), metadata: {} });
  expect(await resolve('2')).toEqual(vimeo.outline(source('2')));
  await expect(vimeo.describe!(source('2'), server.tools)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(vimeo.describe!(source('3'), server.tools)).rejects.toMatchObject({ failure: 'missing' });
  for (const body of ['<!DOCTYPE html>', '[]', '{"title":7}']) {
    server.instead = (_, response) => void response.writeHead(200).end(body);
    await expect(vimeo.describe!(source('1'), server.tools), body).rejects.toMatchObject({ failure: 'bad_answer' });
  }
});
