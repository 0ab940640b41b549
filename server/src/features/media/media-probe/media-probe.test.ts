/** Films made by ffmpeg on another site's server, in a room with a viewer. */
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { type FileSite, startFileSite } from '@matinee/testkit/outside/file-site.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeFilm } from '../../../drivers/demuxing/demuxing.fixture.ts';

let site: FileSite;
let server: TestServer;
let owner: TestUser;
let room: string;

beforeAll(async () => {
  site = await startFileSite();
  server = await startTestServer({
    config: { 'media_probe.enabled': true },
    settings: { 'files.filmPictures': false },
  });
});
afterAll(async () => {
  await server?.stop();
  site?.stop();
});
afterEach(() => site.files.clear());

/** Adds a film in a new room; gives its id. */
async function add(path: string, source: Record<string, string> = {}): Promise<string> {
  owner = await server.signUp('owner');
  room = await makeRoom(server, owner);
  const { media } = await ask('AddMedia', {
    name: 'film',
    source: { direct_url: { url: site.url + path }, ...source },
  });
  return media.id;
}

const ask = (call: string, request: ContractCall['request'] = {}) =>
  server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
const durationOf = async (mediaId: string): Promise<number | undefined> =>
  (await ask('GetMedia', { media_id: mediaId })).media.duration_seconds;

describe.skipIf(!hasFfmpeg)('films', () => {
  test('[MP1] [PB24] a film is read when it is added, and whoever watches its playlist or plays it is told', async () => {
    const film = makeFilm('mkv');
    let begin = () => {};
    const held = new Promise<void>((resolve) => {
      begin = resolve;
    });
    site.files.set('/film.mkv', (response) => void held.then(() => response.destroy()));
    const media = await add('/film.mkv');
    await ask('StartPlayback', { media_id: media });
    const socket = await server.socket(room, owner.token);
    await socket.observe({ case: 'playback', value: {} });
    await socket.observe({ case: 'playlistItems', value: {} });
    site.files.set('/film.mkv', film);
    begin();
    // A film that broke off is not read again; another source is read at once.
    await ask('EditMedia', { media_id: media, source: { direct_url: { url: `${site.url}/film.mkv?2` } } });
    const { tracks, chapters, durationSeconds } = await socket.change('playback', (value) => value.tracks.length > 0);
    expect(tracks.map(({ codec, language }) => `${codec} ${language}`)).toEqual([
      'h264 ',
      'aac eng',
      'aac deu',
      'srt fra',
    ]);
    expect(chapters.map(({ startSeconds, name }) => [startSeconds, name])).toEqual([
      [0, 'Opening'],
      [2, 'Die Mitte — “middle”'],
    ]);
    expect(durationSeconds).toBeCloseTo(6, 1);
    await socket.change('playlistItems', ({ media: [item] }) => (item?.durationSeconds ?? 0) > 5.9);
    const state = await ask('GetPlayback');
    expect(state.playback_state.duration_seconds).toBeCloseTo(6, 1);
    await socket.close();
  });

  test('[MP2] a film is read once, however often it is played', async () => {
    site.files.set('/once.mp4', makeFilm('mp4'));
    const media = await add('/once.mp4');
    await until('it is read', async () => (await durationOf(media)) !== undefined);
    const asked = site.countOf('/once.mp4');
    for (let n = 0; n < 3; n++) await ask('StartPlayback', { media_id: media });
    expect(site.countOf('/once.mp4')).toBe(asked);
    expect(asked).toBeLessThanOrEqual(3);
  });

  test('[MP6] [PB25] another source is told to those who watch, and what was found in the first one is forgotten', async () => {
    site.files.set('/first.mp4', makeFilm('mp4'));
    site.files.set('/second.mp4', Buffer.from('<!doctype html>'));
    const media = await add('/first.mp4');
    await until('it is read', async () => (await durationOf(media)) !== undefined);
    await ask('StartPlayback', { media_id: media });
    const socket = await server.socket(room, owner.token);
    await socket.observe({ case: 'playback', value: {} });
    const url = `${site.url}/second.mp4`;
    await ask('EditMedia', { media_id: media, source: { direct_url: { url } } });
    await socket.change('playback', (value) => value.playbackInfos['direct']?.medias[0]?.url === url);
    const { playback, playback_state: state } = await ask('GetPlayback');
    expect(playback.playback_infos.direct.medias[0].url).toBe(url);
    expect([playback.tracks, playback.duration_seconds, state.duration_seconds]).toEqual([[], undefined, undefined]);
    await socket.close();
  });

  test('[PV50] a film whose codec the player lacks is told so', async () => {
    site.files.set('/codec.mp4', makeFilm('mp4'));
    const media = await add('/codec.mp4');
    await until('it is read', async () => (await durationOf(media)) !== undefined);
    await ask('StartPlayback', { media_id: media });
    const { playback } = await ask('GetPlayback', { profile: { codecs: ['vp9', 'opus', 'aac'] } });
    expect(playback.playback_infos[playback.default_mode].obstacles).toEqual([{ reason: 'video_codec', name: 'h264' }]);
  });
});

test('[MP1] [MP5] playlists tell length and tracks; what is live has no length', async () => {
  const segments = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:3.5,\nb.ts\n';
  const master =
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8"\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"\nlow.m3u8\n' +
    '#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="hvc1.1.6.L93,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="a"\nhigh.m3u8\n';
  site.files.set('/m.m3u8', Buffer.from(master));
  site.files.set('/high.m3u8', Buffer.from(`${segments}#EXT-X-ENDLIST\n`));
  site.files.set('/live.m3u8', Buffer.from(segments));
  site.files.set(
    '/film.mpd',
    Buffer.from(`<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT1M2.5S"><Period>
      <AdaptationSet contentType="video"><Representation codecs="av01.0.04M.08" width="640" height="360"/></AdaptationSet>
      <AdaptationSet contentType="audio" lang="en"><Representation codecs="opus"/></AdaptationSet></Period></MPD>`),
  );
  const playbackOf = async (
    path: string,
    isReady: (playback: { tracks?: unknown[]; playback_kind: string }) => boolean,
  ) => {
    const media = await add(path);
    await ask('StartPlayback', { media_id: media });
    await until('it is read', async () => isReady((await ask('GetPlayback')).playback));
    const { playback } = await ask('GetPlayback');
    const tracks = (playback.tracks ?? []).map((track: { codec: string; language?: string }) => track.codec);
    return [playback.duration_seconds, ...tracks];
  };
  const hasTracks = ({ tracks = [] }: { tracks?: unknown[] }) => tracks.length > 0;
  expect(await playbackOf('/m.m3u8', hasTracks)).toEqual([7.5, 'hevc', 'aac']);
  expect(await playbackOf('/film.mpd', hasTracks)).toEqual([62.5, 'av1', 'opus']);
  expect(await playbackOf('/live.m3u8', (playback) => playback.playback_kind === 'live')).toEqual([undefined]);
});

test('[MP4] what its adder keeps to viewers is not read', async () => {
  site.files.set('/own.mp4', Buffer.alloc(1_000));
  site.files.set('/other.mp4', Buffer.alloc(1_000));
  await add('/own.mp4', { proxy_mode: 'direct_only' });
  await add('/other.mp4');
  await until('the other one is read', () => site.countOf('/other.mp4') > 0);
  expect(site.countOf('/own.mp4')).toBe(0);
});

test('[MP2] [MP3] [MP5] a server that has an endless film, a page or nothing costs little, and is left alone', async () => {
  let sent = 0;
  site.files.set('/endless.mp4', (response) => {
    response.writeHead(206, { 'content-range': `bytes 0-262143/${2 ** 40}` });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  site.files.set('/page.mp4', Buffer.from('<!doctype html>'));
  for (const path of ['/endless.mp4', '/page.mp4', '/missing.mp4']) {
    const media = await add(path);
    await until('it is asked', () => site.countOf(path) > 0);
    const asked = site.countOf(path);
    await ask('StartPlayback', { media_id: media });
    expect(await durationOf(media)).toBeUndefined();
    expect(site.countOf(path)).toBe(asked);
  }
  expect(sent).toBeLessThan(32_000_000);
});
