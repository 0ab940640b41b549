import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findText, type Texts } from '../../../texts/translate.ts';

const isMoving = `(() => { const v = document.querySelector('video'); return Boolean(v && !v.paused && v.currentTime > 0.2); })()`;

const sources = fileURLToPath(new URL('../../..', import.meta.url));
const textFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' });

/** A text of a feature in `language`. */
function sayIn(language: string, feature: string, key: string): string {
  const file = textFiles.find((name) => `/${name}`.endsWith(`/${feature}/texts.${language}.json`))!;
  const text = findText(JSON.parse(readFileSync(join(sources, file), 'utf8')) as Texts, key);
  if (text === undefined) throw new Error(`${feature} has no text ${key} in ${language}`);
  return text;
}

/** Two people from nothing to a film: one makes a room from the film's address, the other opens the room's link. */
describe.skipIf(!hasChromium || !hasFfmpeg)('the first minutes', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: TestBrowser[] = [];

  beforeAll(async () => {
    [server, media] = await Promise.all([
      startTestServer({ webRoot, settings: { 'user.enableInstantSignup': true, 'user.enableInstantRooms': true } }),
      makeTestMedia(60, { size: '160x90', rate: 5 }),
    ]);
  });

  // Pages that stay open would continue to play the film.
  afterEach(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    browsers = [];
  });
  afterAll(async () => {
    media?.close();
    await server?.stop();
  });

  async function open(size: { width: number; height: number }, language: string): Promise<Page> {
    const browser = await startBrowser(size);
    browsers.push(browser);
    const page = await browser.context.newPage();
    await page.addInitScript(`localStorage.setItem('matinee.language', '${language}')`);
    return page;
  }

  const desktop = { width: 1440, height: 900 };
  const phone = { width: 390, height: 844 };
  // Each size and each language once: the language changes only words. For pictures to look at, all four.
  const walks = [
    ['desktop', 'en', desktop],
    ['phone', 'de', phone],
    ...(process.env.MATINEE_SHOTS
      ? ([
          ['desktop', 'de', desktop],
          ['phone', 'en', phone],
        ] as const)
      : []),
  ] as const;
  test.each(walks)(
    '[WR13] [WR14] [WI1] [WC4] [WSH1] on a %s, in %s',
    async (device, language, size) => {
      const say = (feature: string, key: string) => sayIn(language, feature, key);
      const shot = async (page: Page, name: string) => {
        await expectAccessible(page);
        if (process.env.MATINEE_SHOTS)
          await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/${device}-${language}-${name}.png` });
      };
      const [host, friend] = await Promise.all([open(size, language), open(size, language)]);

      await host.goto(server.url);
      await host.getByRole('textbox', { name: say('rooms', 'join.field') }).fill(media.mp4Url);
      await shot(host, 'start');
      await host.getByRole('button', { name: say('rooms', 'join.action') }).click();
      await host.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
      await expect.poll(() => host.evaluate(isMoving)).toBe(true);

      await friend.goto(host.url());
      const film = new URL(media.mp4Url).pathname.split('/').at(-1)!.replace('.mp4', '');
      await friend.getByText(film, { exact: true }).waitFor();
      await shot(friend, 'invitation');
      await friend.getByRole('textbox', { name: say('instant-accounts', 'name') }).fill('Lea');
      await friend.getByRole('button', { name: say('instant-accounts', 'enter') }).click();
      await expect.poll(() => friend.evaluate(isMoving)).toBe(true);
      await shot(friend, 'room');

      const greeting = `Hallo in ${language} ${device}`;
      await friend.getByRole('textbox', { name: say('chat', 'write') }).fill(greeting);
      await friend.getByRole('button', { name: say('chat', 'send') }).click();
      await host.getByText(greeting).first().waitFor();
      await shot(host, 'chat');
      const link = host.url();
      // The rest of the test is not about the film, and pages that play it are expensive.
      await friend.close();

      await host.getByRole('button', { name: say('room', 'more'), exact: true }).click();
      await host.getByRole('menuitem', { name: say('schedule', 'menu') }).click();
      await host.getByRole('button', { name: say('schedule', 'quick.tomorrow') }).click();
      await shot(host, 'schedule');
      await host.getByRole('button', { name: say('schedule', 'schedule'), exact: true }).click();
      await host.getByRole('dialog').waitFor({ state: 'detached' });
      await host.close();

      const other = await open(size, language);
      await other.goto(link);
      await other.getByRole('link', { name: say('schedule', 'calendar') }).waitFor();
      await shot(other, 'scheduled');
    },
    120_000,
  );
});
