import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('a room in a network without WebSockets', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let room: string;
  let media: TestMedia;

  beforeAll(async () => {
    [server, browser, media] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser(),
      makeTestMedia(20, smallFilm),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await page.routeWebSocket(/.*/, (socket) => socket.close());
    await signInBrowser(page, anna);
  });
  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[CS10] it opens, says why once, and the chat goes both ways', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText('This network blocks WebSockets.').waitFor();
    if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/over-line.png` });
    const field = page.getByRole('textbox', { name: 'Write a message' });
    await field.fill('from here');
    await field.press('Enter');
    await page.getByRole('article').filter({ hasText: 'from here' }).waitFor();
    const request = { client_message_id: 'one', content: 'from there' };
    await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
    await page.getByRole('article').filter({ hasText: 'from there' }).waitFor();
  });

  test('[CS10] a film is in step', async () => {
    const asAnna = (call: string, request: object) =>
      server.ok({ call, token: anna.token, room, request: request as never });
    const { media: item } = await asAnna('RoomService.AddMedia', {
      name: 'Film',
      source: { direct_url: { url: media.mp4Url } },
    });
    await asAnna('RoomService.StartPlayback', { media_id: item.id });
    const offBy = `(() => { const v = document.querySelector('video'); return v && !v.paused && v.currentTime > 1
      ? Math.abs(v.currentTime - window.__matinee.sync.expected()) : 9; })()`;
    await expect.poll(() => page.evaluate<number>(offBy)).toBeLessThan(0.1);
  });
});
