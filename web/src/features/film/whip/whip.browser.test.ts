/** A page with a made-up camera sends to a real server, and another page shows what comes. */
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { untilPictureMoves } from '@matinee/testkit/films/watching.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Tests find the connection of the page, and let it break. */
const keepPeers = `window.peers = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) {
    super(...given);
    peers.push(this);
  }
}`;
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

describe.skipIf(!hasChromium)('going live from the browser', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let [anna, ben]: Page[] = [];
  let [host, guest]: TestUser[] = [];
  let room: string;

  const open = async (browser: TestBrowser, user: TestUser): Promise<Page> => {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    await page.addInitScript(keepPeers);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const allow = async (isEnabled: boolean) => {
    const { token } = await server.signIn();
    const request = {
      settings: { whip: { enabled: isEnabled, announcedAddress: '127.0.0.1' } },
      updateMask: 'whip.enabled,whip.announcedAddress',
    };
    await server.ok({ call: 'AdminService.UpdateSettings', token, request });
  };
  const streams = async () => {
    const { streams: list } = await server.ok({ call: 'RoomService.ListRoomStreams', token: host!.token, room });
    return list as { media_id: string; generation_id: string; interrupted_at?: string }[];
  };
  const state = (text: string) => anna!.getByRole('status').filter({ hasText: text }).first().waitFor();

  beforeAll(async () => {
    [server, ...browsers] = await Promise.all([
      startTestServer({ webRoot, config: { 'rtmp.address': '127.0.0.1:0' } }),
      startBrowser(undefined, camera),
      startBrowser({ width: 320, height: 640 }),
    ]);
    [host, guest] = (await Promise.all([server.signUp('anna'), server.signUp('ben')])) as [TestUser, TestUser];
    room = await makeRoom(server, host);
    await joinRoom(server, room, guest);
    anna = await open(browsers[0]!, host);
    ben = await open(browsers[1]!, guest);
  });

  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  test('[WWH1] where the operator has it off, the place says so', async () => {
    await anna!.getByRole('button', { name: 'Live stream' }).click();
    await anna!.getByRole('button', { name: 'Add live stream' }).click();
    await anna!.getByText('Sending from the browser is switched off').waitFor();
    await expectAccessible(anna!);
    await allow(true);
  });

  test('[WWH1] [WWH5] she sees her picture first, and then the room does', async () => {
    await anna!.getByRole('button', { name: 'Show it in the room' }).click();
    await anna!.keyboard.press('Escape');
    await anna!.getByRole('button', { name: 'Send to it' }).click();
    await anna!.getByLabel('Send with').selectOption('whip');
    const address = await anna!.getByLabel('WHIP address', { exact: true }).inputValue();
    expect(address).toContain(`/api/whip/${room}`);
    await anna!.getByRole('button', { name: 'Camera' }).click();
    await anna!.getByLabel('Microphone').waitFor();
    await untilPictureMoves(anna!, 'figure video');
    await expectAccessible(anna!);
    expect(await streams()).toEqual([]);
    await anna!.getByRole('button', { name: 'Go live' }).click();
    await state('You are live');
    await expectAccessible(anna!);
    await anna!.keyboard.press('Escape');
    await untilPictureMoves(ben!);
  });

  test('[WWH2] above the panels she mutes her microphone and hides her picture', async () => {
    const strip = anna!.getByRole('region', { name: 'Go live from this browser' });
    await strip.getByRole('button', { name: 'Mute microphone' }).click();
    await strip.getByRole('button', { name: 'Turn microphone on' }).click();
    await strip.getByRole('button', { name: 'Hide picture' }).click();
    await strip.getByRole('button', { name: 'Show picture' }).click();
    await expectAccessible(anna!);
  });

  test('[WWH7] who cannot read it as FLV reads it by the parts of its HLS', async () => {
    const page = await browsers[1]!.context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.route('**/flv-stream?*', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${server.url}/r/${room}`);
    await untilPictureMoves(page);
    await until('it loads parts', () => requests.filter((path) => /\/\d+\.\d+\.m4s$/.test(path)).length > 5);
    expect(requests.some((path) => path.endsWith('.mp4'))).toBe(true);
    await page.close();
  });

  test('[WWH7] the room goes back in it, and to the newest again', async () => {
    const place = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);
    await until('it is old enough', async () => (await place(anna!)) > 14, 60_000);
    await anna!.keyboard.press('j');
    for (const page of [anna!, ben!]) {
      await page.getByText(/^0:\d\d behind live$/).waitFor();
      await untilPictureMoves(page);
    }
    await anna!.mouse.move(200, 200);
    await anna!.getByRole('button', { name: 'Back to live' }).click();
    for (const page of [anna!, ben!]) {
      await page.getByText('behind live').first().waitFor({ state: 'detached' });
      await untilPictureMoves(page);
    }
  });

  test('[WWH3] when the connection breaks, the page begins anew', async () => {
    const [before] = await streams();
    await anna!.evaluate(`(() => {
      const peer = peers.filter((one) => one.getSenders().some(({ track }) => track?.kind === 'video')).at(-1);
      Object.defineProperty(peer, 'connectionState', { value: 'failed' });
      peer.dispatchEvent(new Event('connectionstatechange'));
    })()`);
    await state('Interrupted');
    await state('You are live');
    const [after] = await streams();
    expect(after!.media_id).toBe(before!.media_id);
    expect(after!.generation_id).not.toBe(before!.generation_id);
    await untilPictureMoves(ben!);
  });

  test('[WWH4] a stream that is taken off the air is not begun anew', async () => {
    const [stream] = await streams();
    const request = { media_id: stream!.media_id };
    await server.ok({ call: 'RoomService.KickRoomStream', token: host!.token, room, request });
    await anna!.getByRole('region', { name: 'Go live from this browser' }).waitFor({ state: 'detached' });
    await anna!.getByRole('button', { name: 'Send to it' }).click();
    await anna!.getByText('The stream was taken off the air.').waitFor();
    await expectAccessible(anna!);
    expect(await streams()).toEqual([]);
  });

  test('[WWH6] where the server does not take the stream, the page says why', async () => {
    await anna!.route('**/api/whip/**', (route) => route.fulfill({ status: 409 }));
    await anna!.getByRole('button', { name: 'Camera' }).click();
    await anna!.getByRole('button', { name: 'Go live' }).click();
    await anna!.getByText('sends to this stream already').waitFor();
  });
});
