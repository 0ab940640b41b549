/** One viewer with Firefox and one with Chromium watch together. The table of films lists their films. [FX1] */
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { untilFilmPasses, untilPictures, untilTogether } from '@matinee/testkit/films/watching.ts';
import { hasFirefox, startFirefox } from '@matinee/testkit/firefox.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
/** Keeps the connections of a page where the test can reach them. */
const keepPeers = `window.peers = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) { super(...given); peers.push(this); }
};`;
/** The energy of all sound that the page has received from others. */
const heard = `(async () => {
  let energy = 0;
  for (const peer of peers)
    for (const entry of (await peer.getStats()).values())
      if (entry.type === 'inbound-rtp' && entry.kind === 'audio') energy += entry.totalAudioEnergy ?? 0;
  return energy;
})()`;
/** More than the noise that fills silence. */
const audible = 0.01;
const patient = { timeout: 60_000 };

describe.skipIf(!hasChromium || !hasFirefox || !hasFfmpeg)('an evening in Firefox and Chromium', () => {
  let server: TestServer;
  let film: TestMedia;
  let browsers: TestBrowser[];
  let anna: Page;
  let ben: Page;
  let guest: TestUser;

  const isPaused = (page: Page) => page.evaluate<boolean>(`document.querySelector('video').paused`);
  /** Playwright fills fields of Firefox in a way that pages do not notice. */
  const type = (field: Locator, text: string) => field.pressSequentially(text);
  const writes = async (page: Page, text: string) => {
    await type(page.getByLabel('Write a message'), text);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    const settings = { 'whip.enabled': true, 'whip.announcedAddress': '127.0.0.1' };
    [server, film, ...browsers] = await Promise.all([
      startTestServer({ webRoot, settings, config: { 'rtmp.address': '127.0.0.1:0' } }),
      makeTestMedia(300, smallFilm),
      startFirefox(),
      startBrowser(undefined, fakeDevices),
    ]);
    [anna, ben] = [await browsers[0]!.context.newPage(), await browsers[1]!.context.newPage()];
    guest = await server.signUp('ben');
    await signInBrowser(ben, guest);
    for (const page of [anna, ben]) await page.addInitScript(keepPeers);
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    film?.close();
    await server?.stop();
  });

  test('[FX1] she makes an account and a room, and plays a film', async () => {
    await anna.goto(`${server.url}/signup`);
    await type(anna.getByLabel('Username'), 'anna');
    await type(anna.getByLabel('Password', { exact: true }), testPassword);
    await anna.getByRole('button', { name: 'Create account' }).click();
    await anna.getByRole('button', { name: 'Create room' }).click();
    await anna.getByRole('tab', { name: 'Chat' }).waitFor();
    await type(anna.getByRole('textbox', { name: 'Link or title' }), film.mp4Url);
    await anna.keyboard.press('Enter');
    await untilFilmPasses(0.5, anna);
  });

  test('[FX1] he comes, at the same place of the film, and they write to each other', async () => {
    await ben.goto(anna.url());
    await ben.getByRole('button', { name: /^Join/ }).first().click();
    await untilFilmPasses(0.5, ben);
    await untilTogether(50, [anna, ben]);
    await writes(anna, 'Hello from Firefox');
    await ben.getByText('Hello from Firefox').waitFor();
    await writes(ben, 'Hello back');
    await anna.getByText('Hello back').waitFor();
  });

  test('[FX1] she shares a file', async () => {
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('popcorn') };
    await anna.locator('input[type=file]').first().setInputFiles(note);
    await anna.getByLabel('Write a message').press('Enter');
    await ben.getByText('note.txt').first().waitFor();
  });

  test('[FX1] she pauses and goes on by keyboard, for both', async () => {
    await anna.locator('[data-player]').first().hover();
    await anna.getByRole('button', { name: 'Pause' }).first().click();
    for (const page of [anna, ben]) await expect.poll(() => isPaused(page), patient).toBe(true);
    await anna.keyboard.press('k');
    for (const page of [anna, ben]) await expect.poll(() => isPaused(page), patient).toBe(false);
  });

  test('[FX1] they talk, and each hears the other', async () => {
    for (const page of [anna, ben])
      await page
        .getByRole('button', { name: /^Join voice/ })
        .first()
        .click();
    for (const page of [anna, ben])
      await expect.poll(() => page.evaluate<number>(heard), patient).toBeGreaterThan(audible);
    for (const page of [anna, ben]) await page.getByRole('button', { name: 'Leave voice' }).first().click();
  });

  test('[FX1] he sends his camera as a live stream, which both see', async () => {
    const room = await makeRoom(server, guest);
    await anna.goto(`${server.url}/r/${room}`);
    await anna.getByRole('button', { name: /^Join/ }).first().click();
    await ben.goto(`${server.url}/r/${room}`);
    await ben.getByRole('button', { name: 'Live stream' }).click();
    await ben.getByRole('button', { name: 'Add live stream' }).click();
    await ben.getByRole('button', { name: 'Show it in the room' }).click();
    await ben.keyboard.press('Escape');
    await ben.getByRole('button', { name: 'Send to it' }).click();
    await ben.getByLabel('Send with').selectOption('whip');
    await ben.getByRole('button', { name: 'Camera' }).click();
    await ben.getByLabel('Microphone').waitFor();
    await ben.getByRole('button', { name: 'Go live' }).click();
    await ben.getByRole('status').filter({ hasText: 'You are live' }).first().waitFor();
    await ben.keyboard.press('Escape');
    await untilPictures(20, anna, ben);
  });
});
