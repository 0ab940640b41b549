/** How long a hostile subtitle file blocks the tab in which it is opened. */
import { join } from 'node:path';
import { startBrowser } from '@matinee/testkit/browser.ts';
import { makeTestMedia } from '@matinee/testkit/media.ts';
import { until } from '@matinee/testkit/until.ts';
import type { Page } from 'playwright-core';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { watchFrames } from '../scroll/frames.ts';
import { roomOf } from '../skew/room.ts';
import { startWorld } from '../world.ts';
import { hostileFiles, usualFile } from './files.ts';

/** How long the page is watched after a file is dropped on it, in milliseconds. */
const watchMs = 4_000;

/**
 * Drops files on the film in a real browser. For each kind of hostile file, measures the longest time without a frame,
 * in milliseconds. The control is the same page without a file; `usual_ms` is for a file of the same size with the
 * subtitles of hundreds of films.
 */
export const subtitles: Benchmark = {
  name: 'subtitles',
  async run() {
    const [media, world, browser] = await Promise.all([
      makeTestMedia(90),
      startWorld({ people: 1, rooms: 1, webRoot: join(root, 'web/dist') }),
      startBrowser(),
    ]);
    try {
      const room = roomOf(world, world.server.url);
      await room.play(media.mp4Url);
      const page = await browser.context.newPage();
      const item = JSON.stringify(JSON.stringify(room.session(0)));
      await page.addInitScript(`try { localStorage.setItem('matinee.session', ${item}) } catch {}`);
      await page.goto(`${world.server.url}/r/${world.rooms[0]}`);
      const isPlaying = () => page.evaluate<boolean>(`document.querySelector('[data-player] video')?.currentTime > 1`);
      await until('the film plays', isPlaying);
      // The first file also loads the module that reads subtitles.
      await longest(page, 'first.srt', usualFile(1_000));
      const figures: Record<string, number> = {};
      for (const [kind, { name, text }] of Object.entries(hostileFiles()))
        figures[`${kind}_ms`] = await longest(page, name, text);
      figures.usual_ms = await longest(page, 'usual.srt', usualFile());
      figures.control_ms = (await watchFrames(page, watchMs, () => page.waitForTimeout(50))).longestMs;
      return figures;
    } finally {
      await browser.close();
      media.close();
      await world.stop();
    }
  },
};

/**
 * The longest time without a frame after a file is dropped. The file is made in the page before, so that its transfer
 * does not count.
 */
async function longest(page: Page, name: string, text: string): Promise<number> {
  await page.evaluate(
    ([fileName, body]) => {
      Object.assign(window, { __dropped: new File([body!], fileName!) });
    },
    [name, text],
  );
  let isDropped = false;
  const { longestMs } = await watchFrames(page, watchMs, async () => {
    if (isDropped) return page.waitForTimeout(50);
    isDropped = true;
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(window.__dropped);
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('[data-player] video').dispatchEvent(event);
    })()`);
  });
  return longestMs;
}
