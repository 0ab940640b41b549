import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutText, focused, smallTargets, standsOut, wideText } from './judged-page.fixture.ts';

const pathsOfStrangers = ['/', '/signin', '/signup', '/reset', '/verify', '/nowhere', '/r/ROOM'];
const pathsOfRoot = [
  ...['/', '/account', '/notifications', '/watched', '/r/ROOM'],
  ...['state', 'users', 'rooms', 'room-taxonomy', 'featured', 'deleted-rooms', 'reviews', 'room-creations'],
  ...['join-reviews', 'reports', 'announcements', 'settings', 'providers', 'streams', 'slice-cache', 'audit'],
].map((path) => (path.startsWith('/') ? path : `/admin/${path}`));
const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 800 };

/** More presses of the Tab key than any page has controls. */
const manyPresses = 150;

describe.skipIf(!hasChromium)('every page', () => {
  let server: TestServer;
  let root: TestUser;
  let room: string;
  /** One browser of a signed-in user and one of a stranger: in a browser that has cached the app, a page costs less. */
  let browsers: { readonly root: TestBrowser; readonly stranger: TestBrowser };
  let opened: Page | undefined;

  /** Opens a page in place of the last one. */
  async function openPage(user?: TestUser): Promise<Page> {
    await opened?.close();
    const { context } = user ? browsers.root : browsers.stranger;
    const page = await context.newPage();
    if (user) await signInBrowser(page, user);
    opened = page;
    return page;
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(server.url + path.replace('ROOM', room));
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  }

  const found = (page: Page, faults: string) => page.evaluate<string[]>(faults);

  beforeAll(async () => {
    const [started, ofRoot, ofStranger] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser(narrow),
      startBrowser(narrow),
    ]);
    server = started;
    browsers = { root: ofRoot, stranger: ofStranger };
    root = await server.signIn();
    room = await makeRoom(server, root, { name: 'The cinema of a long evening' });
    for (const name of ['A film with a rather long name', 'Another one']) await addMedia(server, room, root, name);
  });

  afterAll(async () => {
    for (const browser of Object.values(browsers ?? {})) await browser.close();
    await server?.stop();
  });

  test.each([
    ['those who are not signed in', pathsOfStrangers, false],
    ['those who are', pathsOfRoot, true],
  ])('[EP1] [EP2] [EP3] [EP4] [WAD2] fits screens, texts and fingers, for %s', async (_, paths, isSignedIn) => {
    const page = await openPage(isSignedIn ? root : undefined);
    const titles: string[] = [];
    for (const path of paths) {
      await page.setViewportSize(narrow);
      await open(page, path);
      titles.push(await page.title());
      expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
      expect({ path, out: await found(page, standsOut) }).toEqual({ path, out: [] });
      expect({ path, small: await found(page, smallTargets) }).toEqual({ path, small: [] });
      const before = new Set(await found(page, cutText));
      const style = await page.addStyleTag({ content: wideText });
      const cut = (await found(page, cutText)).filter((text) => !before.has(text));
      expect({ path, cut, out: await found(page, standsOut) }).toEqual({ path, cut: [], out: [] });
      await style.evaluate((element) => (element as unknown as { remove(): void }).remove());
      await page.setViewportSize(wide);
      expect({ path, small: await found(page, smallTargets) }).toEqual({ path, small: [] });
    }
    expect(new Set(titles).size).toBe(titles.length);
    if (isSignedIn) expect(titles).toContain('Users · Administration · Matinee');
    for (const title of titles) expect(title).toMatch(/^(Matinee|.+ · Matinee)$/);
  });

  test("[EP5] in the reader's own colours one sees what is a button, what is chosen and what is on", async () => {
    const page = await openPage(root);
    await page.setViewportSize(wide);
    await page.emulateMedia({ forcedColors: 'active' });
    const lineOf = (selector: string) =>
      page.evaluate<string>(`(({ outlineWidth, outlineStyle }) => outlineStyle === 'none' ? '0px' : outlineWidth)(
        getComputedStyle(document.querySelector('${selector}')))`);
    await open(page, '/r/ROOM');
    expect(await lineOf('button')).toBe('1px');
    expect(await lineOf('[role=tab][aria-selected=true]')).toBe('3px');
    await open(page, '/admin/settings');
    expect(await lineOf('[aria-current=page]')).toBe('3px');
    const knob = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('[role=switch]'), '::after').backgroundColor`);
    const one = page.getByRole('switch').first();
    await one.waitFor();
    const looks = [await knob()];
    await one.click();
    await expect.poll(knob).not.toBe(looks[0]);
    looks.push(await knob(), await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
    expect(new Set(looks).size).toBe(3);
  });

  test.each([
    ['/signin', 'Create an account'],
    ['/', 'Open a new room'],
    ['/r/ROOM', 'Chat'],
    ['/account', 'My data'],
    ['/admin/settings', 'Rooms per person'],
  ])('[EP6] the Tab key reaches and shows each control: %s', async (path, last) => {
    const page = await openPage(path === '/signin' ? undefined : root);
    await page.setViewportSize(wide);
    await open(page, path);
    await page.getByText(last).first().waitFor();
    const faults: string[] = [];
    let controls = 0;
    for (; controls < manyPresses; controls += 1) {
      await page.keyboard.press('Tab');
      const now = await page.evaluate<{ isAgain: boolean; fault?: string } | undefined>(focused);
      if (now === undefined || now.isAgain) break;
      if (now.fault !== undefined) faults.push(now.fault);
    }
    expect(faults).toEqual([]);
    expect(controls).toBeGreaterThan(3);
    expect(controls).toBeLessThan(manyPresses);
  });
});
