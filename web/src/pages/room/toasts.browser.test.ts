import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const phones = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
] as const;

describe.skipIf(!hasChromium || !hasFfmpeg)('messages that go away by themselves, on a phone', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const asAnna = (call: string, request: NonNullable<ContractCall['request']> = {}) =>
    server.ok({ call, token: anna.token, room, request });
  const add = async (name: string) => {
    const source = { direct_url: { url: `${media.mp4Url}?${name}` } };
    const { media: item } = await asAnna('RoomService.AddMedia', { name, source });
    return item.id as string;
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(20, smallFilm),
      startBrowser(phones[0]),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    await asAnna('RoomService.StartPlayback', { media_id: await add('first') });
    await asAnna('RoomService.UpdatePlaybackState', { is_playing: false });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  const open = async (size: (typeof phones)[number]) => {
    await page.setViewportSize(size);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('tab', { name: 'Playlist' }).click();
  };
  const toast = () => page.locator('.toast');
  /** Removes an item. A message with a long name and a button reports that. */
  const remove = async () => {
    const name = `A rather long name of a film ${Math.random()}`;
    await add(name);
    await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await toast().getByText(name).waitFor();
  };
  /** Names of the buttons among `buttons` that a message covers. */
  const covered = async (buttons: Locator) => {
    const boxes = await Promise.all((await toast().all()).map((one) => one.boundingBox()));
    expect(boxes.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      const isCovered = boxes.some(
        (over) =>
          over &&
          box &&
          over.x < box.x + box.width &&
          box.x < over.x + over.width &&
          over.y < box.y + box.height &&
          box.y < over.y + over.height,
      );
      if (isCovered) found.push((await button.getAttribute('aria-label')) ?? (await button.innerText()));
    }
    return found;
  };
  const pressable = 'button, a, [role=slider]';

  describe.each(phones)('of $width x $height', (size) => {
    beforeAll(() => open(size));

    test('[WRM4] leave the header and the player free', async () => {
      await remove();
      expect(await covered(page.locator('header').locator(pressable))).toEqual([]);
      expect(await covered(page.locator('[data-player]').locator(pressable))).toEqual([]);
    });

    test('[WRM4] leave a tall dialog free', async () => {
      await remove();
      await page.getByRole('banner').getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Close' }).waitFor();
      await page.waitForTimeout(500);
      expect(await covered(dialog.locator(pressable))).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    });

    test('[WRM4] leave the card of a pasted link free', async () => {
      await remove();
      const links = Array.from({ length: 30 }, (_, index) => `${media.mp4Url}?${index}`).join('\n');
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', ${JSON.stringify(links)});
        document.activeElement?.blur();
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })()`);
      const card = page.getByRole('region', { name: 'Pasted link' });
      await card.getByText('Add 30 videos?').waitFor();
      await page.waitForTimeout(500);
      expect(await covered(card.locator('> div'))).toEqual([]);
      await page.keyboard.press('Escape');
    });

    test('[WRM4] [SY73] leave a remote free', async () => {
      await page.evaluate(`sessionStorage.setItem('matinee.chatOnly.${room}', 'on')`);
      await open(size);
      await page.getByRole('region', { name: 'Remote' }).waitFor();
      await remove();
      expect(await covered(page.getByRole('region', { name: 'Remote' }).locator(pressable))).toEqual([]);
      expect(await covered(page.getByRole('banner').locator(pressable))).toEqual([]);
      await page.evaluate(`sessionStorage.removeItem('matinee.chatOnly.${room}')`);
    });
  });
});
