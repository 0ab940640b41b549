import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const status = 'window.__matinee?.sync.status';

describe.skipIf(!hasChromium || !hasFfmpeg)('a player that is far behind', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(120, smallFilm),
      startBrowser(),
    ]);
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const asAnna = (call: string, request: NonNullable<ContractCall['request']>) =>
      server.ok({ call, token: anna.token, room, request });
    const source = { direct_url: { url: media.mp4Url } };
    const film = await asAnna('RoomService.AddMedia', { name: 'Film', source });
    await asAnna('RoomService.StartPlayback', { media_id: film.media.id, position_seconds: 10 });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY45] says by how much, and brings its person to the room, with the controls hidden', {
    timeout: 90_000,
  }, async () => {
    await until('it has come to the room', () => page.evaluate<boolean>(`${status}?.phase === 'following'`), 60_000);
    // Throws the player back each time it has returned. After three returns in half a minute it no longer returns by
    // itself.
    await page.evaluate(`(() => {
      let seen;
      const throwing = setInterval(() => {
        const { isLoose, seeks } = ${status};
        const video = document.querySelector('video');
        if (isLoose) clearInterval(throwing);
        else if (seeks !== seen && !video.seeking) [seen, video.currentTime] = [seeks, video.currentTime - 6];
      }, 20);
    })()`);
    await until('it no longer returns by itself', () => page.evaluate<boolean>(`${status}.isLoose`), 60_000);
    const player = page.getByRole('region', { name: 'Player' });
    await player
      .getByText(/^\d\.\d s behind$/)
      .first()
      .waitFor();
    await page.mouse.move(5, 5);
    await until('the controls are hidden', () =>
      page
        .getByRole('button', { name: /^Pause/ })
        .evaluate((button) => getComputedStyle(button.closest('.transition-opacity')!).opacity === '0'),
    );
    await page.getByRole('button', { name: 'Catch up' }).click();
    await player.getByText('In sync').waitFor();
    expect(await page.getByRole('button', { name: 'Catch up' }).count()).toBe(0);
  });
});
