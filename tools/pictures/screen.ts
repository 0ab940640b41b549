/** A browser that shows the room, and takes a picture of it. */
import { writeFileSync } from 'node:fs';
import { startBrowser } from '@matinee/testkit/browser.ts';
import type { TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { signInBrowser } from '@matinee/testkit/web-app.ts';
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { lendLetters } from './letters.ts';

export interface Shape {
  readonly width: number;
  readonly height: number;
  readonly mobile: boolean;
  /** Pixels of the picture per pixel of the page. */
  readonly scale: number;
}

export interface Screen {
  readonly page: Page;
  /** Writes what the screen shows, while its player is in sync, as a WebP file. */
  shoot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a page may take until its film plays in sync for a moment, in milliseconds. Busy machines need it. */
const limitMs = 300_000;

/** Holds the reactions over the film where they look best: the first ones have risen highest. */
const holdReactions = `[...document.querySelectorAll('[data-film-reactions="flying"] > *')].forEach((reaction, index) => {
  const [flight] = reaction.getAnimations();
  flight.pause();
  flight.currentTime = 1500 - index * 420;
})`;

/** Waits until the present state of the page is on the screen, with its controls fully shown. */
const painted = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame();
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  await nextFrame();
  await nextFrame();
})()`;

const isPlaying = `(({ paused, currentTime } = {}) => paused === false && currentTime > 0)(document.querySelector('video') ?? {})`;

/** Opens `url` as `user` in a browser of its own and waits until the film plays. */
export async function openScreen(url: string, user: TestUser, shape: Shape): Promise<Screen> {
  const { width, height, mobile, scale } = shape;
  const browser = await startBrowser({ width, height }, ['--font-render-hinting=none']);
  try {
    const page = await browser.context.newPage();
    page.setDefaultTimeout(limitMs);
    const devTools = await browser.context.newCDPSession(page);
    const metrics = { width, height, mobile, deviceScaleFactor: scale };
    await page.emulateMedia({ colorScheme: 'dark' });
    await devTools.send('Emulation.setDeviceMetricsOverride', metrics);
    if (mobile) await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await lendLetters(page);
    await signInBrowser(page, user);
    await page.goto(url);
    await until('the film plays', () => page.evaluate<boolean>(isPlaying), limitMs);
    return {
      page,
      async shoot(path) {
        await page.evaluate(holdReactions);
        const png = await until('the player is in sync', () => captureInSync(page, devTools), limitMs);
        const picture = sharp(Buffer.from(png, 'base64')).webp({ quality: 84, effort: 6, smartSubsample: true });
        writeFileSync(path, await picture.toBuffer());
      },
      close: () => browser.close(),
    };
  } catch (cause) {
    await browser.close();
    throw cause;
  }
}

/** Begins to watch the chip with the player's state. True: the player is in sync now. */
const watchChip = `(() => {
  window.picturesSawChange = false;
  if (!window.picturesWatch) {
    window.picturesWatch = new MutationObserver(() => { window.picturesSawChange = true; });
    window.picturesWatch.observe(document.body, { subtree: true, attributeFilter: ['data-sync'] });
  }
  return document.querySelector('[data-sync="inSync"]') !== null;
})()`;

/**
 * Takes a picture of the page with the controls of its player, as PNG in base64. That blocks the page, which may then
 * lose count of the frames. Undefined when the player was not in sync all the time.
 */
async function captureInSync(page: Page, devTools: CDPSession): Promise<string | undefined> {
  if (!(await page.evaluate<boolean>(watchChip))) return undefined;
  await page.locator('video').dispatchEvent('pointermove');
  await page.evaluate(painted);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'png' });
  return (await page.evaluate<boolean>('window.picturesSawChange')) ? undefined : data;
}
