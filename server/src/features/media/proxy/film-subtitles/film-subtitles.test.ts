import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilmFontsDocument, FilmSubtitlesDocument, Playback } from '@matinee/contract/gen/api.ts';
import { makeBroadcastFilm } from '@matinee/testkit/films/broadcast-film.ts';
import { makeStyledFilm, styledEvent, styledFile } from '@matinee/testkit/films/styled-film.ts';
import { makeSubtitledFilm } from '@matinee/testkit/films/subtitled-film.ts';
import { makeTeletextFilm } from '@matinee/testkit/films/teletext-film.ts';
import { hasFfmpeg, serveMadeFiles } from '@matinee/testkit/media.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cinema, startCinema } from '../proxy.fixture.ts';
import { mediaVersion, type ResourceKey } from '../proxy.port.ts';

describe.skipIf(!hasFfmpeg)('films with subtitles inside', () => {
  let films: Awaited<ReturnType<typeof serveMadeFiles>>;
  let cinema: Cinema;
  /** It reads the facts of films that are added. */
  let probing: Cinema;
  /** Paths of requests to the server of films. */
  const paths: string[] = [];
  const asked = () => paths.filter((path) => path === '/counted.mkv').length;

  beforeAll(async () => {
    films = await serveMadeFiles(
      (folder) => {
        writeFileSync(join(folder, 'film.mkv'), makeSubtitledFilm('several'));
        writeFileSync(join(folder, 'styled.mkv'), makeStyledFilm(styledFile(styledEvent(1, 2, '{\\b1}text'))));
        writeFileSync(join(folder, 'phone.mp4'), makeSubtitledFilm('mp4'));
        writeFileSync(join(folder, 'television.ts'), makeBroadcastFilm('dvbsub'));
        const pages = [{ seconds: 1, lines: { 22: '[[Hello]]' } }, { seconds: 3 }];
        writeFileSync(join(folder, 'teletext.ts'), makeTeletextFilm({ language: 'eng', seconds: 10, pages }));
        writeFileSync(join(folder, 'counted.mkv'), makeSubtitledFilm('text'));
        writeFileSync(join(folder, 'broken.mkv'), makeSubtitledFilm('text').subarray(0, 20_000));
      },
      ({ url }) => {
        paths.push(url ?? '');
        return false;
      },
    );
    [cinema, probing] = await Promise.all([startCinema(), startCinema({ config: { 'media_probe.enabled': true } })]);
  });
  afterAll(async () => {
    await Promise.all([cinema?.server.stop(), probing?.server.stop()]);
    films?.close();
  });

  const add = (name: string): Promise<ResourceKey> => cinema.add(`${films.url}/${name}`, 'film-subtitles');
  async function read(key: ResourceKey, part: string): Promise<{ status: number; document: FilmSubtitlesDocument }> {
    const answer = await cinema.get(`${cinema.urlFor(key)}&part=${part}`);
    return { status: answer.status, document: await answer.json() };
  }
  const statusOf = async (key: ResourceKey, part: string) => (await read(key, part)).status;

  test('[FS1] thirty viewers read a part once, and nothing of the next one', async () => {
    const key = await add('counted.mkv');
    const before = asked();
    const [first] = await Promise.all(Array.from({ length: 30 }, () => read(key, '0')));
    expect(first!.document.texts).toEqual([
      { start_seconds: 0.5, end_seconds: 2, text: 'Hello <i>there</i>' },
      { start_seconds: 9.9, end_seconds: 12, text: 'Good &amp; bad' },
      { start_seconds: 29, end_seconds: 36, text: 'Die Straße' },
    ]);
    // The beginning, the index, and what is between.
    expect(asked() - before).toBeLessThan(6);
    expect((await read(key, '1')).document).toEqual({ texts: [], pictures: [] });
  });

  test('[FS1] pictures come with their places', async () => {
    const { document } = await read({ ...(await add('film.mkv')), index: 2 }, '0');
    const [shown, hidden] = document.pictures;
    expect(shown).toMatchObject({
      start_seconds: 1,
      screen_width: 320,
      screen_height: 180,
      parts: [{ x: 100, y: 140, width: 80, height: 20, png: expect.stringMatching(/^iVBORw0KGgo/) }],
    });
    expect(hidden).toMatchObject({ start_seconds: 3, parts: [] });
  });

  test('[FS1] [FS4] SubStation Alpha comes with its styles, and the fonts of the film beside it', async () => {
    const key = await add('styled.mkv');
    const { document } = await read(key, '0');
    expect(document.texts).toMatchObject([{ text: 'text' }]);
    expect(document.script!.header).toContain('Style: Own,DejaVu Sans,20');
    expect(document.script!.events).toEqual(['Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\b1}text']);
    const url = cinema.urlFor(key);
    const list: FilmFontsDocument = await (await cinema.get(`${url}&fonts`)).json();
    expect(list.fonts).toEqual([{ name: 'own.ttf', size_bytes: expect.any(Number) }]);
    const font = await cinema.get(`${url}&font=0`);
    expect(font.status).toBe(200);
    expect(font.headers.get('content-type')).toBe('application/octet-stream');
    expect(font.headers.get('content-security-policy')).toContain('sandbox');
    const bytes = Buffer.from(await font.arrayBuffer());
    expect([bytes.length, bytes.readUInt32BE(0)]).toEqual([list.fonts[0]!.size_bytes, 0x00010000]);
    for (const number of ['1', '-1', 'x', '', '123456'])
      expect((await cinema.get(`${url}&font=${number}`)).status, number).toBe(404);
    const none = cinema.urlFor(await add('phone.mp4'));
    expect(await (await cinema.get(`${none}&fonts`)).json()).toEqual({ fonts: [] });
    expect((await cinema.get(`${none}&font=0`)).status).toBe(404);
    expect((await cinema.get(url.replace(/([?&]sig[a-z]*=)[^&]{3}/i, '$1xxx').concat('&fonts'))).status).not.toBe(200);
  });

  test('[FS3] what is not there is refused, and a part beyond the end has nothing', async () => {
    const key = await add('film.mkv');
    expect(await read(key, '99')).toEqual({ status: 200, document: { texts: [], pictures: [] } });
    for (const part of ['', '-1', 'x', '123456']) expect(await statusOf(key, part)).toBe(404);
    expect(await statusOf({ ...key, index: 3 }, '0')).toBe(502);
    expect(await statusOf(await add('broken.mkv'), '0')).toBe(502);
    expect((await cinema.get(`${cinema.urlFor({ ...key, index: 1 }).replace('/1?', '/0?')}&part=0`)).status).toBe(403);
  });

  test('[FS1] [FS2] an mp4 has its texts too', async () => {
    const { server, owner, room } = probing;
    const ask = (call: string, request = {}) =>
      server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
    const { media } = await ask('AddMedia', {
      name: 'film',
      source: { direct_url: { url: `${films.url}/phone.mp4` } },
    });
    await ask('StartPlayback', { media_id: media.id });
    const told = await until('the film is read', async () => {
      const { playback } = (await ask('GetPlayback')) as { playback: Playback };
      return playback.tracks.length > 0 && playback.playback_infos['direct']!.film_subtitles;
    });
    expect(told).toMatchObject([
      { language: 'ger', codec: 'tx3g' },
      { name: 'Styled', codec: 'tx3g' },
    ]);
    const answer = await cinema.get(`${server.url}${told[0]!.url}&part=0`);
    expect(((await answer.json()) as FilmSubtitlesDocument).texts[0]).toMatchObject({ text: 'Hello <i>there</i>' });
  });

  test('[FS1] [FS2] a recording of television has its pictures', async () => {
    const { server, owner, room } = probing;
    const ask = (call: string, request = {}) =>
      server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
    const { media } = await ask('AddMedia', {
      name: 'film',
      source: { direct_url: { url: `${films.url}/television.ts` } },
    });
    await ask('StartPlayback', { media_id: media.id });
    const told = await until('the film is read', async () => {
      const { playback } = (await ask('GetPlayback')) as { playback: Playback };
      return playback.tracks.length > 0 && playback.playback_infos['direct']!.film_subtitles;
    });
    expect(told).toMatchObject([{ language: 'deu', codec: 'dvb' }]);
    const answer = await cinema.get(`${server.url}${told[0]!.url}&part=0`);
    expect(((await answer.json()) as FilmSubtitlesDocument).pictures[0]).toMatchObject({
      start_seconds: expect.closeTo(1, 1),
      parts: [{ x: 100, y: 140, width: 80, height: 20 }],
    });
  });

  test('[FS1] [FS2] a recording of television has its teletext', async () => {
    const { server, owner, room } = probing;
    const ask = (call: string, request = {}) =>
      server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
    const { media } = await ask('AddMedia', {
      name: 'film',
      source: { direct_url: { url: `${films.url}/teletext.ts` } },
    });
    await ask('StartPlayback', { media_id: media.id });
    const told = await until('the film is read', async () => {
      const { playback } = (await ask('GetPlayback')) as { playback: Playback };
      return playback.tracks.length > 0 && playback.playback_infos['direct']!.film_subtitles;
    });
    expect(told).toMatchObject([{ name: 'Teletext 888', language: 'eng', codec: 'teletext' }]);
    const answer = await cinema.get(`${server.url}${told[0]!.url}&part=0`);
    expect(((await answer.json()) as FilmSubtitlesDocument).texts).toEqual([
      { start_seconds: 1, end_seconds: 3, text: 'Hello' },
    ]);
  });

  test('[FS2] a playback tells them, unless nobody may load the film through this server', async () => {
    const { server, owner, room } = probing;
    const ask = (call: string, request = {}) =>
      server.ok({ call: `RoomService.${call}`, token: owner.token, room, request });
    const { media } = await ask('AddMedia', { name: 'film', source: { direct_url: { url: `${films.url}/film.mkv` } } });
    await ask('StartPlayback', { media_id: media.id });
    const open = await until('the film is read', async () => {
      const { playback } = (await ask('GetPlayback')) as { playback: Playback };
      return playback.tracks.length > 0 && playback;
    });
    const { film_subtitles: told } = open.playback_infos['direct']!;
    expect(told.map(({ name, language, codec, part_seconds }) => ({ name, language, codec, part_seconds }))).toEqual([
      { name: '', language: '', codec: 'srt', part_seconds: 30 },
      { name: 'Styled', language: '', codec: 'ass', part_seconds: 30 },
      { name: 'Disc', language: '', codec: 'pgs', part_seconds: 30 },
    ]);
    const answer = await cinema.get(`${server.url}${told[1]!.url}&part=0`);
    expect(((await answer.json()) as FilmSubtitlesDocument).texts).toMatchObject([{ text: 'Hello, you\nand you' }]);
    const source = { direct_url: { url: `${films.url}/film.mkv` }, proxy_mode: 'direct_only' };
    const closed = await ask('AddMedia', { name: 'film', source });
    const key = { ...(await add('film.mkv')), roomId: room };
    const url = probing.urlFor({ ...key, version: mediaVersion(closed.media.id, closed.media.version) });
    expect((await fetch(`${url}&part=0`)).status).toBe(404);
  });
});
