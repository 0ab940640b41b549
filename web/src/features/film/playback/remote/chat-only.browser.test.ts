import { fromBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema, PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a phone beside a television', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;
  /** Requests of the page for the film. */
  let loaded = 0;
  /** The reports of the page about its player: item and state. */
  const reports: (string | undefined)[][] = [];

  const asAnna = (call: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call, token: anna.token, room, request });
  const state = async () => (await asAnna('RoomService.GetPlayback')).playback_state;
  const isRunning = () =>
    page.evaluate<boolean>(
      `(({ paused, currentTime } = {}) => paused === false && currentTime > 0)(document.querySelector('video') ?? {})`,
    );
  const remote = () => page.getByRole('region', { name: 'Remote' });
  const leaveOut = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Watch on another screen' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'This screen: chat only' }).click();
    await remote().waitFor();
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna, { settings: { control: 'hosts' } });
    await joinRoom(server, room, ben);
    const film = await asAnna('RoomService.AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } });
    await asAnna('RoomService.StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    page.on('request', (request) => {
      if (request.url().startsWith(media.mp4Url)) loaded += 1;
    });
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const { message } = fromBinary(ClientMessageSchema, Buffer.from(payload));
        if (message.case !== 'playbackReport') return;
        reports.push([message.value.mediaId, PresenceState[message.value.state]]);
      }),
    );
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await until('it plays', isRunning);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY73] leaves the film out, gives its place to the chat, and stays a remote', async () => {
    const chat = page.getByRole('complementary');
    const before = (await chat.boundingBox())!.height;
    await leaveOut();
    expect(await page.locator('video').count()).toBe(0);
    await expectAccessible(page);
    expect((await chat.boundingBox())!.height).toBeGreaterThan(before + 40);
    await remote().getByRole('button', { name: 'Pause' }).click();
    await expect.poll(async () => (await state()).is_playing).toBe(false);
    const { position_seconds: stood } = await state();
    await remote().getByRole('button', { name: 'Forward 10 seconds' }).click();
    await expect.poll(async () => (await state()).position_seconds).toBeGreaterThan(stood + 9);
    await remote().getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(async () => (await state()).is_playing).toBe(true);
  });

  test('[SY73] loads nothing, also after a reload and of another item, and nobody waits for it', async () => {
    const url = `${media.mp4Url}?second`;
    const second = await asAnna('RoomService.AddMedia', { name: 'Second', source: { direct_url: { url } } });
    loaded = 0;
    await page.reload();
    await remote().getByText('Film', { exact: true }).waitFor();
    await asAnna('RoomService.StartPlayback', { media_id: second.media.id });
    await remote().getByText('Second', { exact: true }).waitFor();
    await expect.poll(() => reports.at(-1)).toEqual([second.media.id, 'IDLE']);
    // What the page does next, it has done then.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect((await state()).waiting).toBeUndefined();
    expect(loaded).toBe(0);
  });

  test('[SY73] shows the film again by one press', async () => {
    await remote().getByRole('button', { name: 'Watch here' }).click();
    await until('it plays', isRunning);
    expect(await remote().count()).toBe(0);
    await page.reload();
    await page.locator('video').waitFor();
  });

  test('[SY73] whoever has no remote sees what plays, and gets none', async () => {
    const other = await startBrowser({ width: 360, height: 640 });
    page = await other.context.newPage();
    await signInBrowser(page, ben);
    await page.goto(`${server.url}/r/${room}`);
    await page.locator('video').waitFor();
    await leaveOut();
    await remote().getByText('Playing').waitFor();
    expect(await remote().getByRole('button', { name: 'Pause' }).count()).toBe(0);
    await other.close();
  });
});
