import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { expect, test } from 'vitest';
import type { Resolved } from '../../../providers/resolved.ts';
import type { MediaItem } from '../library/library.port.ts';
import { resourcePath } from '../proxy/proxy.port.ts';
import { nounsOf } from './find-provider.ts';
import { type PlaybackOf, toPlayback } from './playback-messages.ts';

const upstream = { url: 'http://films.example/x', headers: { authorization: 'secret' } };
const resolved: Resolved = {
  modes: [
    {
      name: 'original',
      medias: [{ name: '', format: MediaFormat.FILE, upstream, metadata: { video_codec: 'h264' } }],
      subtitles: [{ name: 'Deutsch', language: 'de', upstream }],
      defaultSubtitleIndex: 0,
      danmakus: [{ name: 'all', upstream }],
    },
    { name: '720p', medias: [{ name: '', format: MediaFormat.HLS, upstream }], subtitles: [] },
  ],
  needsCredentials: true,
  playbackKind: PlaybackKind.LIVE,
  durationSeconds: 60,
  chapters: [{ startSeconds: 5, name: 'The end' }],
  thumbnail: upstream,
  expiresAtMs: 5_000,
  metadata: { year: 2_026 },
};
const item = { media: { id: 'med_1', playlistId: 'pl_1', name: 'film' }, sourceVersion: 3 } as unknown as MediaItem;
const partsOf = (expiresAtMs: number | undefined, media = item): PlaybackOf => ({
  roomId: 'room_1',
  item: media,
  providerName: 'films',
  providerPath: 'films',
  nounOf: nounsOf({ nouns: { [MediaFormat.FILE]: 'files' } }),
  resolved,
  hasLiveComments: false,
  adder: ProxyMode.UNSPECIFIED,
  player: '',
  delivery: { isProxied: true, hasChoice: false, reasons: [] },
  abilities: { formats: [], liveFormats: [], containers: [], codecs: [], subtitleFormats: [] },
  expiresAtMs,
  urlOf: resourcePath,
  canConvert: false,
  offerSwarm: undefined,
});
const make = (expiresAtMs: number | undefined, media = item) => toPlayback(partsOf(expiresAtMs, media));

test('[PV33] a playback tells what its provider knows, and no address of upstream', () => {
  const playback = make(60_000);
  const root = '/api/playback-providers/room_1/films/med_1.3';
  expect(playback).toMatchObject({
    playbackKind: PlaybackKind.LIVE,
    durationSeconds: 60,
    chapters: [{ startSeconds: 5, name: 'The end' }],
    metadata: { year: 2_026 },
    playbackInfos: {
      proxied: {
        medias: [{ url: `${root}/files/original/0`, metadata: { video_codec: 'h264' } }],
        subtitles: [{ url: `${root}/subtitles/original/0` }],
        defaultSubtitleIndex: 0,
        danmakus: [{ name: 'all', url: `${root}/danmakus/original/0` }],
        thumbnail: `${root}/thumbnail`,
      },
      proxied_720p: { medias: [{ url: `${root}/hls-manifests/720p/0` }] },
    },
  });
  expect(JSON.stringify(playback, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /films\.example|secret/,
  );
});

test('[PV33] it ends with the first of its addresses, and the length that the room knows counts more', () => {
  expect(make(60_000).expiresAt).toMatchObject({ seconds: 5n });
  expect(make(2_000).expiresAt).toMatchObject({ seconds: 2n });
  // Timestamps in JSON have whole milliseconds.
  expect(make(2_000.5).expiresAt).toMatchObject({ seconds: 2n, nanos: 0 });
  const measured = { ...item, media: { ...item.media, durationSeconds: 61 } } as MediaItem;
  expect(make(60_000, measured).durationSeconds).toBe(61);
});

test('[DK5] comments come through the server, also where viewers load the film themselves, unless it may load nothing', () => {
  const parts = { ...partsOf(60_000), delivery: { isProxied: false, hasChoice: false, reasons: [] } };
  const { danmakus, medias } = toPlayback(parts).playbackInfos!['direct']!;
  expect(medias).toMatchObject([{ url: upstream.url, proxied: false }]);
  const url = '/api/playback-providers/room_1/films/med_1.3/danmakus/original/0';
  expect(danmakus).toMatchObject([{ url, expireAt: { seconds: 60n } }]);
  const { expiresAtMs: _, ...open } = resolved;
  expect(toPlayback({ ...parts, resolved: open }).expiresAt).toMatchObject({ seconds: 60n });
  const closed = toPlayback({ ...parts, adder: ProxyMode.DIRECT_ONLY });
  expect(closed.playbackInfos!['direct']!.danmakus).toEqual([]);
});

test.each([
  ['http://films.example/old.avi', undefined, 'avi'],
  ['http://films.example/old.avi?name=x.wmv', undefined, 'avi'],
  ['http://films.example/old.avi', { container: 'mp4' }, 'mp4'],
  ['http://films.example/film', undefined, ''],
])('[PV82] the container of %s, of which the server knows %s', (url, facts, container) => {
  const [mode] = resolved.modes as [(typeof resolved.modes)[number]];
  const medias = [{ name: '', format: MediaFormat.FILE, upstream: { url } }];
  const parts = { ...partsOf(undefined), resolved: { ...resolved, modes: [{ ...mode, medias }] } };
  const read = facts && { tracks: [], ...facts };
  expect(toPlayback({ ...parts, item: { ...item, facts: read } as unknown as MediaItem }).container).toBe(container);
});
