import { create } from '@bufbuild/protobuf';
import { EmbyLoginRequestSchema, EmbySourceSchema } from '@matinee/contract/gen/service/provider/emby_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainTools as tools } from '../plain-tools.fixture.ts';
import type { Player } from '../player.ts';
import type { OpenAccount } from '../provider.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { type FakeEmby, startFakeEmby } from './emby.fake.ts';
import { emby } from './emby.provider.ts';
import { readSession } from './emby-playback.ts';
import { languageTag } from './languages.ts';
import type { Dialect } from './library.fake.ts';

const kind = emby.accounts!;
const signIn = (fake: FakeEmby, given: object = {}) =>
  kind.signIn(
    create(EmbyLoginRequestSchema, {
      url: fake.url,
      username: fake.username,
      password: fake.password,
      ...given,
    }) as never,
    { ...tools, deviceId: 'device' },
  );
const read = async ({ url, headers = {} }: UpstreamAddress) => (await fetch(url, { headers })).text();

describe.each(['jellyfin', 'old jellyfin', 'emby'] satisfies Dialect[])('%s', (dialect) => {
  let fake: FakeEmby;
  let account: OpenAccount;
  beforeAll(async () => {
    fake = await startFakeEmby(dialect);
    const { credentials } = await signIn(fake);
    account = { id: 'pac_1', credentials };
  });
  afterAll(() => fake?.stop());

  const list = (folder: string, after?: string, limit = 100) => kind.list(account, { folder, after, limit }, tools);
  const namesIn = async (folder: string) => (await list(folder)).entries.map(({ name }) => name);
  const resolve = (itemId: string, player?: Player) =>
    emby.resolve(create(EmbySourceSchema, { accountId: 'pac_1', itemId }), {
      ...tools,
      secrets: {},
      account,
      ...(player ? { player } : {}),
    });

  test('[EB1] [EB2] people sign in, at the address of the web client too, and sign out', async () => {
    const { host, name, credentials } = await signIn(fake, { url: `${fake.url}/web/index.html` });
    expect([host, name, credentials['url']]).toEqual([`${new URL(fake.url).host}/media`, 'Anna', fake.url]);
    const other = { id: 'pac_2', credentials };
    await kind.verify(other, tools);
    await kind.signOut!(other, tools);
    await expect(kind.verify(other, tools)).rejects.toMatchObject({ failure: 'account_refused' });
    await expect(signIn(fake, { password: 'wrong' })).rejects.toMatchObject({ failure: 'account_refused' });
  });

  test('[EB2] the key of an administrator opens the libraries of a user, and stays', async () => {
    const { name, credentials } = await signIn(fake, { password: '', apiKey: fake.apiKey, username: 'ANNA' });
    expect(name).toBe('Anna');
    const keyed = { id: 'pac_3', credentials };
    expect((await kind.list(keyed, { folder: 'lib1', after: undefined, limit: 1 }, tools)).entries).toHaveLength(1);
    await kind.signOut!(keyed, tools);
    await kind.verify(keyed, tools);
    await expect(signIn(fake, { apiKey: fake.apiKey, username: 'nobody' })).rejects.toMatchObject({
      failure: 'account_refused',
    });
  });

  test('[EB2] the same account signs in as the same device, and another one as another', async () => {
    const device = async (given: object) => (await signIn(fake, given)).credentials['deviceId'];
    expect(await device({})).toBe(await device({}));
    expect(await device({})).not.toBe(await device({ username: 'Anna' }));
  });

  test('[EB3] [EB4] libraries, series, seasons and episodes are listed', async () => {
    expect(await namesIn('')).toEqual(['Continue watching', 'Next up', 'Favourites', 'Films', 'Shows']);
    expect(await namesIn('lib2')).toEqual(['The series']);
    expect(await namesIn('season1')).toEqual(['S1 E1 · Part 1', 'S1 E2 · Part 2']);
    expect((await list('season1')).path).toEqual([
      { folder: 'lib2', name: 'Shows' },
      { folder: 'series1', name: 'The series' },
      { folder: 'season1', name: 'Season 1' },
    ]);
    const [, second] = (await list('lib1')).entries;
    expect(second).toMatchObject({
      name: 'Film 1 (1991)',
      is: { source: { accountId: 'pac_1', itemId: 'm1' }, format: MediaFormat.FILE },
      durationSeconds: 91 * 60,
      positionSeconds: 600,
      thumbnail: 'm1',
    });
    await expect(list('nothing')).rejects.toMatchObject({ failure: 'missing' });
  });

  test('[EB3] what to go on with is listed with its series', async () => {
    expect(await namesIn('list:resume')).toEqual(['Film 1 (1991)']);
    expect(await namesIn('list:next-up')).toEqual(['The series · S1 E2 · Part 2']);
    expect(await namesIn('list:favorites')).toEqual(['Film 2 (1992)']);
  });

  test('[EB3] pages end where the next one begins, and the last one says so', async () => {
    const first = await list('lib1', undefined, 4);
    expect([first.entries.length, first.next]).toEqual([4, '4']);
    const last = await list('lib1', first.next, 4);
    expect([last.entries.length, last.next]).toEqual([3, undefined]);
    expect((await list('', undefined, 4)).next).toBe('4');
  });

  test('[EB5] a text finds films and series, also below a folder', async () => {
    const find = async (text: string, folder = '') =>
      (await kind.search!(account, { text, folder, after: undefined, limit: 10 }, tools)).entries.map(
        ({ name }) => name,
      );
    expect(await find('series')).toEqual(['The series']);
    expect(await find('part', 'lib2')).toContain('The series · S1 E1 · Part 1');
    expect(await find('part', 'lib1')).toEqual([]);
    expect(await find('photo')).toEqual([]);
  });

  test('[EB6] [EB8] a film plays as it is, and smaller in each of its languages', async () => {
    const { modes, ...told } = await resolve('m1');
    expect(modes.map(({ name }) => name)).toEqual(['original', '1080p', '720p', '480p']);
    expect(await read(modes[0]!.medias[0]!.upstream!)).toBe('the film itself, byte by byte');
    const [german, english] = modes[2]!.medias;
    expect([german?.name, english?.name]).toEqual(['German - AAC - Stereo', 'English - AC3 - 5.1']);
    expect(await read(german!.upstream!)).toContain('main.m3u8?AudioStreamIndex=2');
    expect(await read(english!.upstream!)).toContain('main.m3u8?AudioStreamIndex=1');
    expect(new URL(german!.upstream!.url).searchParams.get('VideoBitrate')).toBe('4000000');
    expect(told).toMatchObject({
      needsCredentials: true,
      durationSeconds: 91 * 60,
      chapters: [
        { startSeconds: 0, name: 'The beginning' },
        { startSeconds: 3_000, name: 'The end' },
      ],
      upstreamSession: 'DirectPlay play1',
      metadata: { title: 'Film 1 (1991)' },
    });
    expect(told.tracks).toHaveLength(6);
    expect(told.tracks?.[2]).toMatchObject({ codec: 'aac', language: 'de', channels: 2, default: true });
    expect(
      (await fetch(told.thumbnail!.url, { headers: told.thumbnail!.headers ?? {} })).headers.get('content-type'),
    ).toBe('image/png');
  });

  test('[EB6] what browsers do not play as it is plays transcoded first', async () => {
    const { modes } = await resolve('m3');
    expect(modes.map(({ name }) => name)).toEqual(['1080p', '720p', '480p', 'original']);
    expect(modes[0]!.medias[0]!.format).toBe(MediaFormat.HLS);
  });

  test('[EB12] the server decides by what the player can do', async () => {
    const play = async (itemId: string, player: Player) => {
      const { modes, upstreamSession = '' } = await resolve(itemId, player);
      return [modes.map(({ name }) => name)[0], readSession(upstreamSession).method];
    };
    const chrome = { containers: ['mp4', 'webm'], codecs: ['h264', 'vp9', 'aac', 'opus'], subtitleFormats: ['vtt'] };
    const all = { ...chrome, containers: ['mp4', 'mkv'], codecs: ['h264', 'hevc', 'aac', 'eac3'] };
    expect(await play('m1', chrome)).toEqual(['original', 'DirectPlay']);
    expect(await play('m2', chrome)).toEqual(['converted', 'Transcode']);
    expect(await play('m3', chrome)).toEqual(['1080p', 'Transcode']);
    for (const film of ['m1', 'm2', 'm3']) expect(await play(film, all)).toEqual(['original', 'DirectPlay']);
    const noSound = { ...chrome, codecs: ['h264', 'vp9', 'opus'] };
    expect(await play('m1', noSound)).toEqual(['converted', 'Transcode']);
    const { modes } = await resolve('m2', chrome);
    expect(modes.map(({ isConverted = false }) => isConverted)).toEqual([true, true, true, true, false]);
  });

  test('[EB12] subtitles keep their looks where the player shows them', async () => {
    const player = { containers: [], codecs: [], subtitleFormats: ['vtt', 'ass'] };
    const { modes } = await resolve('m1', player);
    const [english, german] = modes[0]!.subtitles;
    expect(await read(english!.upstream!)).toBe('WEBVTT\n');
    expect(await read(german!.upstream!)).toBe('[Script Info]\n');
  });

  test('[EB7] subtitles that are text come with each way to play it', async () => {
    const { modes } = await resolve('m1');
    for (const { subtitles, defaultSubtitleIndex } of modes) {
      expect(subtitles.map(({ name, language }) => [name, language])).toEqual([
        ['English', 'en'],
        ['Deutsch', 'de'],
      ]);
      expect(defaultSubtitleIndex).toBe(1);
      for (const { upstream } of subtitles) expect(await read(upstream!)).toBe('WEBVTT\n');
    }
  });

  test('[EB11] the smallest pictures for the line come with a film, where the server has made any', async () => {
    const { storyboard } = await resolve('m1');
    if (dialect !== 'jellyfin') return expect(storyboard).toBeUndefined();
    expect(storyboard!.upstream.url).toBe(`${fake.url}/Videos/m1/Trickplay/320/tiles.m3u8?mediaSourceId=m1`);
    expect(await read(storyboard!.upstream)).toContain('#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=10x10,DURATION=10');
    expect((await resolve('m0')).storyboard).toBeUndefined();
  });

  test('[EB8] no address has a token', async () => {
    const { modes, thumbnail } = await resolve('m1');
    const upstreams = modes.flatMap(({ medias, subtitles }) =>
      [...medias, ...subtitles].map(({ upstream }) => upstream!),
    );
    expect(upstreams.length).toBeGreaterThan(10);
    for (const { url } of [...upstreams, thumbnail!])
      expect(url).not.toMatch(new RegExp(`leak|api_?key|${account.credentials['token']}`, 'i'));
  });

  test('[EB6] what the account may not play, and what is gone, is told', async () => {
    await expect(resolve('m6')).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(resolve('m99')).rejects.toMatchObject({ failure: 'missing' });
  });

  test('[EB10] the server is told what is watched', async () => {
    const source = create(EmbySourceSchema, { accountId: 'pac_1', itemId: 'm1', reportsProgress: true });
    expect(emby.reports!.areWanted(source)).toBe(true);
    fake.asked.length = 0;
    const report = { sessionId: 's', upstreamSession: 'Transcode play1', positionSeconds: 61.5, isPaused: false };
    for (const event of ['start', 'progress', 'stop'] as const)
      await emby.reports!.send(source, { ...report, kind: event }, { ...tools, secrets: {}, account });
    expect(fake.asked.map(({ line }) => line)).toEqual([
      'POST /Sessions/Playing',
      'POST /Sessions/Playing/Progress',
      'POST /Sessions/Playing/Stopped',
    ]);
    for (const { message } of fake.asked)
      expect(message).toMatchObject({
        ItemId: 'm1',
        PlaySessionId: 'play1',
        PlayMethod: 'Transcode',
        PositionTicks: 615_000_000,
      });
  });
});

test('[EB9] a link to the web client means an item for whoever has an account there', () => {
  const account = { id: 'pac_1', host: 'films.example/jelly', name: 'anna' };
  const itemOf = (link: string) => (kind.recognize!(link, account) as { itemId: string } | undefined)?.itemId;
  expect(itemOf('https://films.example/jelly/web/#/details?id=ab12&serverId=x')).toBe('ab12');
  expect(itemOf('https://films.example/jelly/web/index.html#!/item?id=12&serverId=x')).toBe('12');
  for (const link of [
    'https://other.example/jelly/web/#/details?id=ab12',
    'https://films.example/web/#/details?id=ab12',
    'https://films.example/jelly/web/#/details?id=../x',
    'https://films.example/jelly/web/#/home',
    'no link',
  ])
    expect(itemOf(link), link).toBeUndefined();
});

test('[EB8] languages are told by their shortest code', () => {
  expect(['ger', 'deu', 'de', 'eng', 'gsw', 'pt-BR', 'und', '<x>', ''].map(languageTag)).toEqual([
    'de',
    'de',
    'de',
    'en',
    'gsw',
    'pt-BR',
    '',
    '',
    '',
  ]);
});
