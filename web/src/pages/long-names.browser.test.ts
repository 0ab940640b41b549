import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const longName = 'Unbrokenword'.repeat(5).slice(0, 50);

/** How many parts of the page scroll sideways, and the page itself. */
const sideways = `[document.documentElement, ...document.querySelectorAll('body *')].filter((one) =>
  (one === document.documentElement || getComputedStyle(one).overflowY === 'auto')
    && one.localName !== 'textarea' && one.scrollWidth > one.clientWidth + 1).length`;

describe.skipIf(!hasChromium)('long names', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let owner: TestUser;
  let room: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 390, height: 844 })]);
    owner = await server.signUpAs(longName);
    room = await makeRoom(server, owner, { name: longName });
    const media = await addMedia(server, room, owner, 'film');
    const call = { token: owner.token, room };
    await server.ok({ call: 'RoomService.StartPlayback', ...call, request: { media_id: media } });
    const message = { client_message_id: 'one', content: 'Hello' };
    await server.ok({ call: 'RoomService.SendChatMessage', ...call, request: message });
    page = await browser.context.newPage();
    await signInBrowser(page, owner);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.each([390, 1280])('[EP7] widen neither the start page nor the chat at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(server.url);
    await page.getByRole('heading', { name: longName }).first().waitFor();
    expect(await page.evaluate(sideways)).toBe(0);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText('Hello', { exact: true }).waitFor();
    expect(await page.evaluate(sideways)).toBe(0);
  });

  test.each(['What was played', 'Does it play for everybody?'])(
    '[EP7] keep the dialog in the screen: %s',
    async (name) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.url}/r/${room}`);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByText(longName).first().waitFor();
      expect(await page.evaluate(sideways)).toBe(0);
      expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(390);
    },
  );
});
