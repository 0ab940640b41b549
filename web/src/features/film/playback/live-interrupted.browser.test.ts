import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type FilmFormats, makeFilmFormats } from '@matinee/testkit/films/film-formats.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** On a busy machine a browser takes a few seconds to reload and find the first picture. */

/** A station that sends FLV to every request until it breaks off, like an encoder behind a relay. */
async function startStation() {
  const senders = new Map<ServerResponse, ChildProcess>();
  let isOnAir = true;
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine=440'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
  const server: Server = createServer((_, response) => {
    if (!isOnAir) return void response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
    response.writeHead(200, { 'content-type': 'video/x-flv', 'access-control-allow-origin': '*' });
    const sender = spawn(programPath('ffmpeg'), ['-v', 'error', ...picture, ...codec, '-f', 'flv', '-'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    senders.set(response, sender);
    sender.stdout!.pipe(response);
    response.once('close', () => sender.kill('SIGKILL'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakOff = () => {
    isOnAir = false;
    for (const [response, sender] of senders) {
      sender.kill('SIGKILL');
      response.end();
    }
    senders.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.flv`,
    breakOff,
    goOn: () => {
      isOnAir = true;
    },
    close: () => {
      breakOff();
      server.close();
    },
  };
}

describe.skipIf(!hasChromium || !hasFfmpeg)('[SY68] the source of a live stream breaks off', () => {
  let server: TestServer;
  let station: Awaited<ReturnType<typeof startStation>>;
  let films: FilmFormats;
  let browsers: readonly TestBrowser[] = [];
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;
  /** True: the playlist of the stream says that it is complete. */
  let isClosed = false;

  const ask = (call: string, request: object = {}) =>
    server.ok({ call: `RoomService.${call}`, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  const position = (at: Page) => at.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`);
  const card = (at: Page) => at.getByRole('heading', { name: 'The stream is interrupted' });
  const state = async () => (await ask('GetPlayback')).playback_state;

  async function expectMoving(at: Page): Promise<void> {
    const before = await position(at);
    await expect.poll(() => position(at)).not.toBe(before);
    await expect.poll(() => at.evaluate(`document.querySelector('video').paused`)).toBe(false);
  }

  /**
   * Plays `url` with another item behind it and breaks it off. Another member joins, and then the stream comes back.
   */
  async function breakAndGoOn(url: string, breakOff: () => void, goOn: () => void): Promise<void> {
    const { media } = await ask('AddMedia', { source: { direct_url: { url } } });
    await ask('AddMedia', { source: { direct_url: { url: `${films.url}/film.mp4` } } });
    // A member who joins during the break has not seen the stream. They learn from the server that it is live.
    const kindOfStarted = async () => {
      await ask('StartPlayback', { media_id: media.id });
      return (await ask('GetPlayback')).playback.playback_kind;
    };
    await expect.poll(kindOfStarted).toBe('live');
    await page.getByText(/^Live/).first().waitFor();
    await expectMoving(page);
    breakOff();
    await card(page).waitFor({ timeout: 60_000 });
    expect(await page.getByText(/^Next video in/).count()).toBe(0);
    const late = await browsers[1]!.context.newPage();
    await signInBrowser(late, ben);
    await late.goto(`${server.url}/r/${room}`);
    await card(late).waitFor();
    const playing = await state();
    expect([playing.media_id, playing.is_playing, playing.duration_seconds]).toEqual([media.id, true, undefined]);
    goOn();
    for (const at of [page, late]) {
      await card(at).waitFor({ state: 'detached' });
      await expectMoving(at);
    }
    expect((await state()).media_id).toBe(media.id);
    await late.close();
  }

  beforeAll(async () => {
    const closeList = ({ url }: { readonly url?: string | undefined }, response: ServerResponse) => {
      if (!isClosed || url?.split('?')[0] !== '/live/film.m3u8') return false;
      response.writeHead(200, { 'access-control-allow-origin': '*' });
      response.end(
        '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:2,\n../ts/0.ts\n#EXT-X-ENDLIST\n',
      );
      return true;
    };
    [server, station, films] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true } }),
      startStation(),
      makeFilmFormats(40, closeList),
    ]);
    [anna, ben] = [await server.signUp('anna'), await server.signUp('ben')];
    browsers = await Promise.all([
      startBrowser({ width: 640, height: 480 }),
      startBrowser({ width: 640, height: 480 }),
    ]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await browsers[0]!.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  }, 120_000);

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    station?.close();
    films?.close();
    await server?.stop();
  });

  test('FLV whose answer ends', async () => {
    await breakAndGoOn(station.url, station.breakOff, station.goOn);
  }, 120_000);

  test('HLS whose list is closed', async () => {
    await breakAndGoOn(
      `${films.url}/live/film.m3u8`,
      () => {
        isClosed = true;
      },
      () => {
        isClosed = false;
      },
    );
    await expectAccessible(page);
  }, 120_000);
});
