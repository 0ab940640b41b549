import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a file that everybody has', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: TestBrowser[];
  let [anna, ben]: Page[] = [];
  let host: TestUser;
  let room: string;
  const film = join(tmpdir(), `matinee-own-copy-${process.pid}.mp4`);
  const other = `${film}.other.mp4`;

  const open = async (browser: TestBrowser, user: TestUser): Promise<Page> => {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    // The test can fill the file field, but cannot answer the system's file dialog.
    await page.addInitScript('delete window.showOpenFilePicker');
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const choose = async (page: Page, button: string, path: string): Promise<void> => {
    const press = page.getByRole('button', { name: button, exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press]);
    await chooser.setFiles(path);
  };
  const position = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

  beforeAll(async () => {
    [server, media, ...browsers] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(60, { size: '320x180', rate: 25 }),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    const bytes = Buffer.from(await (await fetch(media.mp4Url)).arrayBuffer());
    writeFileSync(film, bytes);
    writeFileSync(other, Buffer.concat([bytes, Buffer.alloc(bytes.length)]));
    host = await server.signUp('anna');
    const guest = await server.signUp('ben');
    room = await makeRoom(server, host);
    await joinRoom(server, room, guest);
    anna = await open(browsers[0]!, host);
    ben = await open(browsers[1]!, guest);
  });

  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    media?.close();
    await server?.stop();
  });

  test('[WOC1] it is added without being uploaded', async () => {
    const sent: number[] = [];
    anna!.on('request', (request) => sent.push(request.postDataBuffer()?.length ?? 0));
    await anna!.getByRole('button', { name: 'More', exact: true }).click();
    await anna!.getByRole('menuitem', { name: 'Watch a file that everybody has' }).click();
    await expectAccessible(anna!);
    await choose(anna!, 'Choose file', film);
    await anna!.getByRole('dialog').waitFor({ state: 'hidden' });
    const { media: added } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: host.token, room });
    expect(added[0].source.own_copy).toMatchObject({ size_bytes: readFileSync(film).length });
    expect(added[0].source.own_copy.duration_seconds).toBeCloseTo(60, 0);
    expect(Math.max(...sent)).toBeLessThan(2_000);
    const request = { media_id: added[0].id };
    await server.ok({ call: 'RoomService.StartPlayback', token: host.token, room, request });
  });

  test('[WOC3] whoever added it plays it at once, and waits for nobody', async () => {
    await expect.poll(() => position(anna!)).toBeGreaterThan(0.5);
    await ben!.getByRole('heading', { name: 'Open your copy of this film' }).waitFor();
    await expectAccessible(ben!);
  });

  test('[WOC2] another file is named as such', async () => {
    await choose(ben!, 'Choose file', other);
    await ben!.getByText(/is another file/).waitFor();
    await ben!.getByRole('button', { name: 'Play it anyway' }).waitFor();
    await expectAccessible(ben!);
  });

  test('[WOC3] the same file plays in step', async () => {
    await choose(ben!, 'Choose another file', film);
    await expect.poll(() => position(ben!)).toBeGreaterThan(0.5);
    await expect.poll(async () => Math.abs((await position(anna!)) - (await position(ben!)))).toBeLessThan(0.3);
  });
});
