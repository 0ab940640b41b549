import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { PeertubeSourceSchema } from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApiRequest } from '../provider.ts';
import { failureOfStatus, ProviderError } from '../provider-error.ts';
import { host, ids, type PeertubeServer, startPeertubeServer } from './peertube.fake.ts';
import { peertube } from './peertube.provider.ts';

let server: PeertubeServer;
beforeAll(async () => {
  server = await startPeertubeServer();
});
afterEach(() => {
  server.instead = undefined;
});
afterAll(() => server.stop());

const tools = {
  async ask(url: string, request?: ApiRequest) {
    const { origin } = new URL(url);
    const answer = await fetch(url.replace(origin, server.sites[origin]!), request);
    const failure = failureOfStatus(answer.status);
    if (failure) throw new ProviderError(failure, { answer });
    return answer;
  },
  remember: <T>(_: string, work: () => Promise<T>) => work(),
  clock: new FakeClock(),
};
const source = (videoId: string) => create(PeertubeSourceSchema, { host, videoId });
const resolve = (videoId: string) => peertube.resolve(source(videoId), { ...tools, secrets: {}, account: undefined });

test.each([
  [`https://${host}/w/${ids.live}`, host, ids.live],
  [`https://Video.Example:8443/videos/watch/${ids.film}?start=10s`, 'video.example:8443', ids.film],
  [` https://${host}/videos/embed/${ids.film}/\n`, host, ids.film],
])('[PT1] %s is a video', (link, on, videoId) => {
  expect(peertube.recognize(link)).toMatchObject({ host: on, videoId });
});

test.each([
  `https://${host}/w/short`,
  `https://${host}/videos/watch/${ids.film}x`,
  `https://${host}/w/p/${ids.live}`,
  `https://${host}/other/${ids.live}`,
  `http://${host}/w/${ids.live}`,
  `https://anna:secret@${host}/w/${ids.live}`,
  `https://[::1]/w/${ids.live}`,
  `see https://${host}/w/${ids.live}`,
])('[PT1] %s is none', (link) => {
  expect(peertube.recognize(link)).toBeUndefined();
});

test('[PT2] a video has HLS, captions, chapters, its length and a picture', async () => {
  const base = `https://${host}`;
  expect(await resolve(ids.film)).toEqual({
    modes: [
      {
        name: 'original',
        medias: [
          {
            name: '',
            format: MediaFormat.HLS,
            upstream: { url: `${base}/static/streaming-playlists/hls/film/master.m3u8` },
          },
        ],
        subtitles: [
          { name: 'German', language: 'de', upstream: { url: `${base}/lazy-static/video-captions/film-de.vtt` } },
          { name: 'French', language: 'fr', upstream: { url: 'https://cdn.example.org/film-fr.vtt' } },
        ],
      },
    ],
    needsCredentials: false,
    playbackKind: PlaybackKind.REGULAR,
    durationSeconds: 113,
    chapters: [
      { startSeconds: 0, name: 'Start' },
      { startSeconds: 60, name: 'End' },
    ],
    thumbnail: { url: `${base}/lazy-static/previews/film.jpg` },
    storyboard: expect.anything(),
  });
  expect(await peertube.describe!(source(ids.film), tools)).toEqual({
    name: 'What is PeerTube?',
    durationSeconds: 113,
  });
});

test('[PT5] a storyboard is a playlist of one sheet; servers that have none give none', async () => {
  const url = `https://${host}/lazy-static/storyboards/film.jpg`;
  const lines = ['#EXTINF:120,', '#EXT-X-TILES:RESOLUTION=192x108,LAYOUT=10x2,DURATION=6', url];
  expect((await resolve(ids.film)).storyboard).toEqual({
    upstream: { url },
    written: ['#EXTM3U', '#EXT-X-IMAGES-ONLY', ...lines].join('\n'),
  });
  expect((await resolve(ids.old)).storyboard).toBeUndefined();
});

test('[PT2] [PT4] without HLS its files serve, the best one first, and nothing but addresses', async () => {
  const { modes, chapters } = await resolve(ids.old);
  expect(modes[0]?.medias.map(({ name, format }) => [name, format])).toEqual([
    ['1080p', MediaFormat.FILE],
    ['480p', MediaFormat.FILE],
  ]);
  expect([modes[0]?.subtitles, chapters]).toEqual([[], []]);
});

test('[PT3] a live stream is live, and missing until it has begun', async () => {
  const live = await resolve(ids.live);
  expect([live.playbackKind, live.durationSeconds]).toEqual([PlaybackKind.LIVE, undefined]);
  await expect(resolve(ids.waiting)).rejects.toMatchObject({ failure: 'missing' });
});

test('what the server refuses is told apart, and another site is no PeerTube', async () => {
  await expect(resolve(ids.hidden)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(resolve('2y84q2MQUMWPbiEcxNXMgF')).rejects.toMatchObject({ failure: 'missing' });
  for (const body of ['<!DOCTYPE html><html></html>', '[]', '{"name":"x"}', 'null']) {
    server.instead = (_, response) => void response.writeHead(200).end(body);
    await expect(resolve(ids.film), body).rejects.toMatchObject({ failure: 'bad_answer' });
  }
});
