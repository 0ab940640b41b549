import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a film from the disk of one person', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: TestBrowser[];
  let [anna, berta]: Page[] = [];
  let host: TestUser;
  let room: string;
  const film = join(tmpdir(), `matinee-member-file-${process.pid}.mp4`);

  const open = async (browser: TestBrowser, user: TestUser): Promise<Page> => {
    const page = await browser.context.newPage();
    await signInBrowser(page, user);
    // The test can fill the file field, but cannot answer the system's file dialog.
    await page.addInitScript('delete window.showOpenFilePicker');
    await page.goto(`${server.url}/r/${room}`);
    return page;
  };
  const position = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: host.token, room, request: request as never });
  const drop = async (page: Page, name: string) => {
    const data = await page.evaluateHandle(
      ([base64, fileName]) => {
        const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], fileName!, { type: 'video/mp4' }));
        return transfer;
      },
      [readFileSync(film).toString('base64'), name],
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  };

  beforeAll(async () => {
    [server, media, ...browsers] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(60, { size: '320x180', rate: 25 }),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    writeFileSync(film, Buffer.from(await (await fetch(media.mp4Url)).arrayBuffer()));
    host = await server.signUp('anna');
    const guest = await server.signUp('berta');
    room = await makeRoom(server, host);
    await joinRoom(server, room, guest);
    anna = await open(browsers[0]!, host);
    berta = await open(browsers[1]!, guest);
  });

  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    rmSync(film, { force: true });
    media?.close();
    await server?.stop();
  });

  test('[WMF1] [WMF2] a film that is dropped on the room plays for everybody', async () => {
    await anna!.getByRole('button', { name: 'More', exact: true }).waitFor();
    await expect
      .poll(async () => {
        await drop(anna!, 'evening.mp4');
        return anna!.getByRole('dialog').count();
      })
      .toBe(1);
    await expectAccessible(anna!);
    await anna!.getByRole('button', { name: 'Watch together from my disk' }).click();
    await anna!.getByRole('dialog').waitFor({ state: 'hidden' });
    const { media: added } = await call('ListPlaylistItems', {});
    expect(added[0].source.member_file).toMatchObject({ file_name: 'evening.mp4' });
    await call('StartPlayback', { media_id: added[0].id });
    await expect.poll(() => position(berta!)).toBeGreaterThan(0.5);
    await call('UpdatePlaybackState', { position_seconds: 40 });
    await expect.poll(() => position(berta!)).toBeGreaterThan(40.5);
  });

  test('[WMF3] after its page has gone, the others are told whose file it is', async () => {
    await anna!.close();
    await berta!.getByText('file is not available now').waitFor({ timeout: 60_000 });
    await expectAccessible(berta!);
  });

  test('[WMF3] [WMF5] a film of which nothing is loaded waits for its file, and goes on when it is given', async () => {
    const { media: items } = await call('ListPlaylistItems', {});
    // The same file in another item: nothing of it is cached.
    const { media: second } = await call('AddMedia', { source: items[0].source });
    await call('StartPlayback', { media_id: second.id });
    await berta!.getByRole('heading', { name: /Waiting for anna/ }).waitFor({ timeout: 60_000 });
    await expectAccessible(berta!);
    anna = await open(browsers[0]!, host);
    const button = anna.getByRole('button', { name: 'Choose file', exact: true }).first();
    await button.waitFor();
    await expectAccessible(anna);
    const [chooser] = await Promise.all([anna.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles(film);
    await expect.poll(() => position(berta!), { timeout: 60_000 }).toBeGreaterThan(0.5);
    await berta!.getByRole('heading', { name: /Waiting for anna/ }).waitFor({ state: 'hidden' });
  });
});
