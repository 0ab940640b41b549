import { create } from '@bufbuild/protobuf';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLink } from './youtube.links.ts';
import { youtube } from './youtube.provider.ts';

const id = 'dQw4w9WgXcQ';
const channelId = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';

test.each([
  [`https://www.youtube.com/watch?v=${id}`, 0],
  [`https://www.youtube.com/watch?v=${id}&t=1m30s&list=PLabcdefghijkl`, 90],
  [`https://m.youtube.com/watch?app=desktop&v=${id}&t=42`, 42],
  [`https://music.youtube.com/watch?v=${id}&si=abc`, 0],
  [`https://youtu.be/${id}?t=90`, 90],
  [`youtu.be/${id}`, 0],
  [`https://www.youtube.com/watch?v=${id}#t=1h2m3s`, 3_723],
  [`https://www.youtube.com/shorts/${id}?feature=share`, 0],
  [`https://www.youtube.com/live/${id}?si=abc`, 0],
  [`https://www.youtube-nocookie.com/embed/${id}?start=7`, 7],
  [`  HTTP://WWW.YOUTUBE.COM/v/${id}\n`, 0],
  [`https://youtu.be/${id}?t=soon`, 0],
])('[YT1] %s is a video', (link, startSeconds) => {
  expect(readLink(link)).toEqual({ video: id, startSeconds });
  expect(youtube.recognize(link)).toMatchObject({ videoId: id, startSeconds });
});

test.each([
  [
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    { playlist: 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf' },
  ],
  ['https://www.youtube.com/embed/videoseries?list=PLrAXtmErZgOeiKm4', { playlist: 'PLrAXtmErZgOeiKm4' }],
  ['https://www.youtube.com/@GoogleDevelopers/videos', { channel: { handle: 'GoogleDevelopers' } }],
  ['https://www.youtube.com/%40Bj%C3%B6rk', { channel: { handle: 'Björk' } }],
  [`https://www.youtube.com/channel/${channelId}`, { channel: { id: channelId } }],
  ['https://www.youtube.com/user/GoogleDevelopers', { channel: { user: 'GoogleDevelopers' } }],
])('[YT1] %s is a folder, and no video', (link, folder) => {
  expect(readLink(link)).toEqual(folder);
  expect(youtube.recognize(link)).toBeUndefined();
});

test.each([
  '',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  `https://www.youtube.com.evil.example/watch?v=${id}`,
  `https://evil.example/?u=https://youtu.be/${id}`,
  `https://notyoutube.com/watch?v=${id}`,
  `ftp://youtu.be/${id}`,
  'https://www.youtube.com/playlist?list=../x',
  'https://www.youtube.com/feed/subscriptions',
  `see https://youtu.be/${id}`,
])('[YT1] %s is neither', (text) => {
  expect(readLink(text)).toBeUndefined();
});

test('[YT1] whatever somebody pastes, it is read or not, and ids are ids', () => {
  const tails = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.string().map((text) => `https://youtu.be/${text}`),
  );
  fc.assert(
    fc.property(tails, (text) => {
      const link = readLink(text);
      if (link && 'video' in link) expect(link.video).toMatch(/^[\w-]{11}$/);
    }),
  );
});

test('[YT2] the player of YouTube plays it, from where the link starts', async () => {
  const { modes, needsCredentials } = youtube.outline(create(YoutubeSourceSchema, { videoId: id, startSeconds: 90 }));
  expect(needsCredentials).toBe(false);
  expect(modes[0]?.medias).toEqual([
    {
      name: '',
      format: MediaFormat.EMBED,
      embed: { player: EmbedPlayer.YOUTUBE, kind: EmbedKind.VIDEO, id, startSeconds: 90 },
    },
  ]);
});
