import { PlaybackKind, PlaybackObstacleReason } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { expect, test } from 'vitest';
import type { Resolved } from '../../../providers/resolved.ts';
import { type Abilities, obstaclesOf } from './obstacles.ts';

const { VIDEO, AUDIO } = MediaTrackKind;
const mode = (name: string, ...formats: MediaFormat[]) => ({
  name,
  medias: formats.map((format) => ({ name: '', format })),
  subtitles: [],
});
const resolved: Resolved = {
  modes: [mode('original', MediaFormat.FILE), mode('720p', MediaFormat.HLS)],
  needsCredentials: false,
};
const film = {
  container: 'mkv',
  tracks: [
    { kind: VIDEO, codec: 'hevc' },
    { kind: AUDIO, codec: 'dts' },
    { kind: AUDIO, codec: 'aac' },
  ],
};
const able = (abilities: Partial<Abilities>): Abilities => ({
  formats: [],
  liveFormats: [],
  containers: [],
  codecs: [],
  subtitleFormats: [],
  ...abilities,
});
const told = (index: number, abilities: Partial<Abilities>, of = resolved) =>
  obstaclesOf(of, index, able(abilities), film).map(({ reason, name }) => [PlaybackObstacleReason[reason], name]);

test('[PV50] a player of which nothing is known lacks nothing', () => {
  expect([told(0, {}), told(1, {})]).toEqual([[], []]);
});

test('[PV50] what a player lacks is told by name', () => {
  expect(told(0, { formats: [MediaFormat.HLS] })).toEqual([['FORMAT', 'file']]);
  expect(told(0, { containers: ['mp4', 'webm'] })).toEqual([['CONTAINER', 'mkv']]);
  expect(told(0, { codecs: ['h264', 'aac'] })).toEqual([['VIDEO_CODEC', 'hevc']]);
  expect(told(0, { codecs: ['hevc', 'opus'] })).toEqual([['AUDIO_CODEC', 'dts']]);
  expect(told(0, { containers: ['mkv'], codecs: ['hevc', 'aac'] })).toEqual([]);
});

test('[PV50] what upstream makes for weak players is judged by its format alone', () => {
  expect(told(1, { containers: ['mp4'], codecs: ['h264', 'aac'] })).toEqual([]);
  expect(told(1, { formats: [MediaFormat.FILE] })).toEqual([['FORMAT', 'hls']]);
});

test('[PV50] of what is live the formats for it count', () => {
  const live = { ...resolved, playbackKind: PlaybackKind.LIVE };
  const abilities = { formats: [MediaFormat.FILE], liveFormats: [MediaFormat.HLS] };
  expect([told(0, abilities, live), told(1, abilities, live)]).toEqual([[['FORMAT', 'file']], []]);
});

test('[PV74] what upstream has converted is not judged by the tracks of the film', () => {
  const media = { name: '', format: MediaFormat.FILE };
  const modes = [
    { name: 'converted', medias: [{ ...media, format: MediaFormat.HLS }], subtitles: [], isConverted: true },
    { name: 'original', medias: [media], subtitles: [] },
  ];
  const player = { formats: [], liveFormats: [], containers: ['mp4'], codecs: ['h264'], subtitleFormats: [] };
  const film = { container: 'mkv', tracks: [{ kind: MediaTrackKind.VIDEO, codec: 'hevc' }] };
  const lacking = (index: number) => obstaclesOf({ modes, needsCredentials: true }, index, player, film);
  expect(lacking(0)).toEqual([]);
  expect(lacking(1).map(({ name }) => name)).toEqual(['mkv', 'hevc']);
});
