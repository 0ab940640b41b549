import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPicture } from './testing/pictures.fixture.ts';

/** A short film and a short sound. */
function makeClips(): { readonly film: Buffer; readonly sound: Buffer } {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15:duration=4'];
  return {
    film: encodedBytes([...picture, '-pix_fmt', 'yuv420p', '-movflags', '+faststart'], 'clip.mp4'),
    sound: encodedBytes(['-f', 'lavfi', '-i', 'sine=duration=4', '-c:a', 'libopus'], 'tone.ogg'),
  };
}

describe.skipIf(!hasChromium || !hasFfmpeg)('files of messages beside a film', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tray = () => page.getByRole('list', { name: 'Files to send' });
  const send = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    await until('they are there', async () => (await tray().getByText('Uploaded').count()) === files.length);
    await field().press('Enter');
    await tray().waitFor({ state: 'detached' });
  };
  const picture = async (name: string, width: number, height: number) => ({
    name,
    mimeType: 'image/png',
    buffer: await drawPicture(page, width, height, `#${width}`),
  });
  const shown = (name: string) => log().getByRole('button', { name: `Show the picture ${name}` });
  const filmSeconds = () => page.evaluate<number>(`document.querySelector('[data-player] video').currentTime`);

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const call = (name: string, request: NonNullable<ContractCall['request']>) =>
      server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
    const film = await call('AddMedia', { name: 'Film', source: { direct_url: { url: media.mp4Url } } });
    await call('StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await field().waitFor();
    await until('the film plays', async () => (await filmSeconds()) > 0);
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WCF5] a picture has its room before it is there, and several stand as a grid', async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/attachment/, async (route) => {
      if (route.request().resourceType() === 'image') await held;
      await route.continue();
    });
    await send(await picture('wide.png', 600, 300));
    const isThere = () =>
      shown('wide.png')
        .getByRole('img')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
    await shown('wide.png').getByRole('img').waitFor();
    expect(await isThere()).toBe(false);
    const before = await shown('wide.png').boundingBox();
    expect(before!.width / before!.height).toBeCloseTo(2, 1);
    arrive();
    await until('it is there', isThere);
    expect(await shown('wide.png').boundingBox()).toEqual(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await send(...(await Promise.all([1, 2, 3].map((at) => picture(`of-three-${at}.png`, 110 * at, 100)))));
    const boxes = await Promise.all([1, 2, 3].map((at) => shown(`of-three-${at}.png`).boundingBox()));
    expect(new Set(boxes.map((box) => `${box!.y} ${box!.width} ${box!.height}`)).size).toBe(1);
    expect(boxes[0]!.x).toBeLessThan(boxes[1]!.x);
  });

  test('[WCF5] a film plays in its place after a press, and a sound has a player; nothing is wider than the message', async () => {
    const { film, sound } = makeClips();
    await send(
      { name: 'clip.mp4', mimeType: 'video/mp4', buffer: film },
      { name: 'tone.ogg', mimeType: 'audio/ogg', buffer: sound },
      { name: `${'a very long name '.repeat(6)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('text') },
    );
    const tile = log().getByRole('button', { name: 'Play the video clip.mp4' });
    await tile.waitFor();
    expect(await log().locator('video').count()).toBe(0);
    const place = await tile.boundingBox();
    await log().getByRole('button', { name: 'Play: tone.ogg' }).waitFor();
    const message = (await log().locator('[data-message]').last().boundingBox())!;
    const saves = await log().locator('[data-message]').last().getByRole('button', { name: /^Save/ }).all();
    for (const save of [tile, ...saves]) {
      const box = (await save.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(message.x + message.width - 8);
    }
    await expectAccessible(page);
    await tile.click();
    const clip = log().locator('video');
    await until('it plays', () => clip.evaluate((one) => (one as unknown as { currentTime: number }).currentTime > 0));
    expect(await clip.boundingBox()).toEqual(place);
  });

  test('[WCF9] the film goes on below the picture, which can be saved', async () => {
    await shown('wide.png').click();
    const viewer = page.getByRole('dialog', { name: 'wide.png' });
    const from = await filmSeconds();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Save wide.png' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('wide.png');
    await until('the film goes on', async () => (await filmSeconds()) > from + 0.5);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  test('[WCF1] what is dropped on the film is for the film', async () => {
    const drop = (selector: string) =>
      page.evaluate<boolean>(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(['text'], 'text.txt', { type: 'text/plain' }));
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
        return !document.querySelector('${selector}').dispatchEvent(event);
      })()`);
    expect(await drop('[data-player]')).toBe(true);
    expect(await drop('[role=log]')).toBe(true);
    await tray().getByText('Uploaded').waitFor();
    expect(await tray().getByRole('listitem').count()).toBe(1);
    await tray().getByRole('button', { name: 'Remove text.txt' }).click();
  });

  test('[WCF1] on a phone the button offers the camera too', async () => {
    const devTools = await browser.context.newCDPSession(page);
    const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
    await devTools.send('Emulation.setDeviceMetricsOverride', size);
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.reload();
    const photo = await picture('image.jpg', 200, 200);
    for (const [entry, accept] of [
      ['Take a photo', 'image/*'],
      ['Record a video', 'video/*'],
    ] as const) {
      await page.getByRole('button', { name: 'Attach files' }).click();
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('menuitem', { name: entry }).click(),
      ]);
      const input = chooser.element();
      expect([await input.getAttribute('capture'), await input.getAttribute('accept')]).toEqual([
        'environment',
        accept,
      ]);
      if (entry === 'Take a photo') await chooser.setFiles([photo]);
    }
    await tray().getByText('Uploaded').waitFor();
    await expectAccessible(page);
  });
});
