import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { expect, test } from 'vitest';
import { twitch } from './twitch.provider.ts';

const { VIDEO, CHANNEL, CLIP } = EmbedKind;

test.each([
  ['https://www.twitch.tv/videos/123456789', VIDEO, '123456789', 0],
  ['https://www.twitch.tv/videos/123456789?filter=archives&t=1h2m3s', VIDEO, '123456789', 3_723],
  ['https://m.twitch.tv/monstercat/v/123456789', VIDEO, '123456789', 0],
  ['twitch.tv/MonsterCat', CHANNEL, 'monstercat', 0],
  [' https://go.twitch.tv/monstercat/?referrer=raid\n', CHANNEL, 'monstercat', 0],
  ['https://clips.twitch.tv/GoodClip-abc_123', CLIP, 'GoodClip-abc_123', 0],
  ['https://clips.twitch.tv/embed?clip=GoodClip-abc_123&parent=a.example', CLIP, 'GoodClip-abc_123', 0],
  ['https://www.twitch.tv/monstercat/clip/GoodClip-abc_123', CLIP, 'GoodClip-abc_123', 0],
  ['https://player.twitch.tv/?video=v123456789&time=1m5s&parent=a.example', VIDEO, '123456789', 65],
  ['https://player.twitch.tv/?channel=monstercat&parent=a.example', CHANNEL, 'monstercat', 0],
])('[TW1] %s', (link, kind, id, startSeconds) => {
  expect(twitch.recognize(link)).toMatchObject({ kind, id, startSeconds });
});

test.each([
  'https://www.twitch.tv/',
  'https://www.twitch.tv/directory',
  'https://www.twitch.tv/videos/abc',
  'https://www.twitch.tv/monstercat/about',
  'https://www.twitch.tv/a',
  'https://twitch.tv.evil.example/monstercat',
  'https://clips.twitch.tv/',
  'see https://www.twitch.tv/monstercat',
  '',
])('[TW1] %s is none', (text) => {
  expect(twitch.recognize(text)).toBeUndefined();
});

test('[TW2] the player of Twitch plays it, and a channel is live', () => {
  const channel = twitch.outline(create(TwitchSourceSchema, { kind: CHANNEL, id: 'monstercat' }));
  expect(channel.playbackKind).toBe(PlaybackKind.LIVE);
  const video = twitch.outline(create(TwitchSourceSchema, { kind: VIDEO, id: '1', startSeconds: 5 }));
  expect(video.playbackKind).toBe(PlaybackKind.REGULAR);
  expect(video.modes[0]?.medias[0]?.embed).toEqual({
    player: EmbedPlayer.TWITCH,
    kind: VIDEO,
    id: '1',
    startSeconds: 5,
  });
});

test.each([
  [VIDEO, 'abc'],
  [CHANNEL, '-a-'],
  [CLIP, '_x'],
])('[TW3] kind %s has no id %s', (kind, id) => {
  expect(twitch.check(create(TwitchSourceSchema, { kind, id }), 'source.twitch')).toMatchObject([
    { field: 'source.twitch.id', reason: 'twitch.id' },
  ]);
});
