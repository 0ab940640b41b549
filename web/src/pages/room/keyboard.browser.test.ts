import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { webRoot } from '@matinee/testkit/web-app.ts';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** If more presses of Tab than this do not reach an element, there is no way to it. */
const mostTabs = 60;

describe.skipIf(!hasChromium || !hasFfmpeg)('an evening without a mouse', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let page: Page;
  let devTools: CDPSession;

  /** Role and name of the focused element, as screen readers get them. */
  const focused = async (): Promise<string> => {
    const { result } = await devTools.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await devTools.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId!,
      fetchRelatives: false,
    });
    return `${nodes[0]?.role?.value} ${nodes[0]?.name?.value}`;
  };
  const tabTo = async (what: RegExp) => {
    const passed: string[] = [];
    for (let count = 0; count < mostTabs; count += 1) {
      const now = await focused();
      if (what.test(now)) return;
      passed.push(now);
      await page.keyboard.press('Tab');
    }
    throw new Error(`${what} is not reached by Tab: ${passed.join(' → ')}`);
  };
  const focusIs = (what: RegExp) => until(`the focus is on ${what}`, async () => what.test(await focused()));
  const plays = () =>
    page.evaluate<boolean>(
      `(({ paused, currentTime } = {}) => paused === false && currentTime > 0)(document.querySelector('video') ?? {})`,
    );

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'user.enableInstantSignup': true, 'user.enableInstantRooms': true } }),
      makeTestMedia(300, smallFilm),
      startBrowser(),
    ]);
    page = await browser.context.newPage();
    devTools = await browser.context.newCDPSession(page);
    await page.goto(server.url);
    await page.getByRole('textbox', { name: 'Link or code' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WRM9] goes from the start page to a film that plays', async () => {
    await tabTo(/^textbox Link or code/);
    await page.keyboard.type(media.mp4Url);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    await until('it plays', plays);
  });

  test('[WRM9] writes in the chat, and comes out of it', async () => {
    await page.keyboard.press('c');
    await focusIs(/^textbox Write a message/);
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Hello').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await until('it is paused', async () => !(await plays()));
    await page.keyboard.press('k');
    await until('it plays again', plays);
  });

  test('[WRM9] opens the menu and a dialog, and is back at the button when they close', async () => {
    await tabTo(/^button More$/);
    await page.keyboard.press('Enter');
    await focusIs(/^menuitem/);
    // The menu moves the focus some time after the key. A second press before that would skip a line.
    for (let line = await focused(); !/Keyboard/.test(line); line = await focused()) {
      await page.keyboard.press('ArrowDown');
      await until('the focus moves', async () => (await focused()) !== line);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await focusIs(/^button More$/);
  });

  test('[WRM9] reaches what the player offers, also while its controls are hidden', async () => {
    await tabTo(/^slider Position/);
    await page.keyboard.press('ArrowRight');
    await tabTo(/^button Speed, subtitles and sound/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Speed, subtitles and sound' }).getByText('Sound for you').waitFor();
    await tabTo(/^button Sound later/);
    await page.keyboard.press('Escape');
    await focusIs(/^button Speed, subtitles and sound/);
    await tabTo(/^button Full screen/);
    await page.keyboard.press('Enter');
    await until('full screen', () => page.evaluate<boolean>('document.fullscreenElement !== null'));
    await page.keyboard.press('f');
    await until('not full', () => page.evaluate<boolean>('document.fullscreenElement === null'));
  });

  test('[WRM9] leaves full screen also with a key that comes before the page has drawn it', async () => {
    await page.evaluate(`{
      const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', bubbles: true }));
      const hear = () => {
        // The browser may tell late that the test before has left full screen.
        if (document.fullscreenElement === null) return;
        document.documentElement.removeEventListener('fullscreenchange', hear);
        window.wasFull = true;
        press();
      };
      document.documentElement.addEventListener('fullscreenchange', hear);
    }`);
    await page.keyboard.press('f');
    await until('it was full', () => page.evaluate<boolean>('window.wasFull === true'));
    await until('not full', () => page.evaluate<boolean>('document.fullscreenElement === null'));
  });

  test('[WRM9] walks through the panels, and adds and chooses a film there', async () => {
    await page.keyboard.press('2');
    await tabTo(/^tab Playlist/);
    await page.keyboard.press('ArrowRight');
    await focusIs(/^tab People/);
    await page.keyboard.press('ArrowLeft');
    await tabTo(/^textbox Link or title/);
    await page.keyboard.type(`${media.mp4Url}?second`);
    await page.keyboard.press('Enter');
    await until('it is there', async () => (await page.locator('li[data-id]').count()) === 2);
    await tabTo(/^button Reorder|^button Move/);
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await tabTo(/^button Play /);
    expect(await focused()).toMatch(/^button Play /);
  });

  test('[WRM12] switches letters off as shortcuts, and still has the space bar', async () => {
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    await page.keyboard.press('?');
    await keys.getByRole('switch', { name: 'Letters and digits are shortcuts' }).click();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.evaluate('document.activeElement.blur()');
    await until('it plays', plays);
    // If K paused the film, the space bar would play it.
    await page.keyboard.press('k');
    await page.keyboard.press('Space');
    await until('it is paused', async () => !(await plays()));
    await page.keyboard.press('?');
    await page.keyboard.press('Space');
    await until('it plays again', plays);
    expect(await keys.count()).toBe(0);
  });
});
