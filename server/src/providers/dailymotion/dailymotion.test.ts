import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { DailymotionSourceSchema } from '@matinee/contract/gen/service/provider/dailymotion_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { toolsAt } from '../oembed.fixture.ts';
import { type DailymotionServer, ids, startDailymotionServer } from './dailymotion.fake.ts';
import { dailymotion } from './dailymotion.provider.ts';

let server: DailymotionServer;
beforeAll(async () => {
  server = await startDailymotionServer();
});
afterEach(() => {
  server.instead = undefined;
});
afterAll(() => server?.stop());

const source = (videoId: string) => create(DailymotionSourceSchema, { videoId, startSeconds: 5 });
const resolve = (videoId: string) =>
  dailymotion.resolve(source(videoId), { ...toolsAt(server.sites), secrets: {}, account: undefined });
const describeVideo = (videoId: string) => dailymotion.describe!(source(videoId), toolsAt(server.sites));

test.each([
  ['https://www.dailymotion.com/video/x5e9eog', 'x5e9eog', 0],
  ['https://www.dailymotion.com/de/video/x5e9eog?playlist=x6lgtp', 'x5e9eog', 0],
  ['dailymotion.com/video/x5e9eog_midnight-sun_shortfilms', 'x5e9eog', 0],
  [' https://dai.ly/k5PT1V1KtyWQqHwZ5uf?start=90\n', 'k5PT1V1KtyWQqHwZ5uf', 90],
  ['https://www.dailymotion.com/embed/video/x5e9eog', 'x5e9eog', 0],
  ['https://geo.dailymotion.com/player.html?video=x5e9eog&startTime=7', 'x5e9eog', 7],
  ['https://geo.dailymotion.com/player/xabc1.html?video=x5e9eog', 'x5e9eog', 0],
])('[DLY1] %s', (link, videoId, startSeconds) => {
  expect(dailymotion.recognize(link)).toMatchObject({ videoId, startSeconds });
});

test.each([
  'https://www.dailymotion.com/',
  'https://www.dailymotion.com/films',
  'https://www.dailymotion.com/playlist/x6lgtp',
  'https://www.dailymotion.com/video/5e9eog',
  'https://geo.dailymotion.com/other?video=x5e9eog',
  'https://dailymotion.com.evil.example/video/x5e9eog',
  'see https://dai.ly/x5e9eog',
])('[DLY1] %s is none', (text) => {
  expect(dailymotion.recognize(text)).toBeUndefined();
});

test('[DLY2] [DLY3] the player of Dailymotion plays it, with its name, length and picture', async () => {
  const { modes, ...facts } = await resolve(ids.film);
  const embed = { player: EmbedPlayer.DAILYMOTION, kind: EmbedKind.VIDEO, id: ids.film, startSeconds: 5 };
  expect(modes[0]?.medias[0]?.embed).toEqual(embed);
  expect(facts).toEqual({
    needsCredentials: false,
    playbackKind: PlaybackKind.REGULAR,
    durationSeconds: 210,
    metadata: { channel: 'Films' },
    thumbnail: { url: 'https://s1.dmcdn.net/v/film/x480' },
  });
  expect(await describeVideo(ids.film)).toEqual({ name: 'Midnight Sun', durationSeconds: 210 });
  const live = await resolve(ids.live);
  expect([live.playbackKind, live.durationSeconds]).toEqual([PlaybackKind.LIVE, undefined]);
});

test('[DLY3] [DLY4] what Dailymotion refuses is told apart, and keeps no video from playing', async () => {
  expect(await resolve(ids.kept)).toEqual(dailymotion.outline(source(ids.kept)));
  await expect(describeVideo(ids.kept)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(describeVideo('xnone01')).rejects.toMatchObject({ failure: 'missing' });
  await expect(describeVideo(ids.limited)).rejects.toMatchObject({ failure: 'busy' });
  for (const body of ['<!DOCTYPE html>', '[]', '{"title":7}']) {
    server.instead = (_, response) => void response.writeHead(200).end(body);
    await expect(describeVideo(ids.film), body).rejects.toMatchObject({ failure: 'bad_answer' });
  }
});
