/** Waits for the player of a page. A timeout reports the state of the player and the room's position. */
import type { Page } from 'playwright-core';
import { until } from '../until.ts';

const facts = `(() => {
  const video = document.querySelector('video');
  const ranges = (all) => Array.from({ length: all.length }, (_, i) => [all.start(i), all.end(i)]);
  const sync = window.__matinee?.sync;
  return JSON.stringify({
    room: sync?.expected(),
    sync: sync?.status,
    player: video && {
      at: video.currentTime,
      length: video.duration,
      paused: video.paused,
      seeking: video.seeking,
      ended: video.ended,
      ready: video.readyState,
      network: video.networkState,
      error: video.error?.message,
      buffered: ranges(video.buffered),
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
      size: [video.videoWidth, video.videoHeight],
      shown: document.visibilityState,
      source: video.currentSrc,
    },
    said: Array.from(document.querySelectorAll('[role=alert], [role=status]'), (node) => node.innerText),
  });
})()`;

/** The page's data about its player, its messages, and the room's position, as JSON. */
export function playerFacts(page: Page): Promise<string> {
  return page.evaluate<string>(facts);
}

/** The position of the page's film, in seconds; 0: it has none. */
export function filmPosition(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector('video')?.currentTime ?? 0`);
}

/** How far the picture is ahead of the room, in milliseconds; undefined: nothing is measured yet. */
function skewOf(page: Page): Promise<number | undefined> {
  return page.evaluate<number | undefined>('window.__matinee?.sync.skewMs');
}

/** Waits until the film of each page has passed `seconds`. */
export async function untilFilmPasses(seconds: number, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages)
    await untilPlayers([page], `the film passes ${seconds} s`, async () => (await filmPosition(page)) > seconds);
}

/** Waits until the player of each page has decoded more than `count` pictures. */
export async function untilPictures(count: number, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages)
    await untilPlayers([page], `more than ${count} pictures`, async () => (await filmPictures(page)) > count);
}

function filmPictures(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0`);
}

/** Waits until the player at `selector` shows one picture after another. */
export async function untilPictureMoves(page: Page, selector = 'video'): Promise<void> {
  const moves = () =>
    page.evaluate(async (place) => {
      const video = document.querySelector<HTMLVideoElement>(place);
      if (!video || video.videoWidth === 0) return false;
      const before = video.currentTime;
      // A player that stands still shows no other picture.
      await new Promise((over) => {
        video.requestVideoFrameCallback(over);
        setTimeout(over, 2_000);
      });
      return video.currentTime > before && video.readyState >= 3;
    }, selector);
  await untilPlayers([page], `the picture of ${selector} moves`, moves);
}

/** Waits until the picture of each page is within `withinMs` of the room's position. */
export async function untilInStep(withinMs: number, ...pages: readonly Page[]): Promise<void> {
  for (const page of pages)
    await untilPlayers([page], `within ${withinMs} ms of the room`, async () => {
      const skewMs = await skewOf(page);
      return skewMs !== undefined && Math.abs(skewMs) < withinMs;
    });
}

/** Waits until the pictures of two pages are within `withinMs` of each other. */
export async function untilTogether(withinMs: number, pages: readonly [Page, Page]): Promise<void> {
  const isTogether = async () => {
    const [one, other] = await Promise.all([skewOf(pages[0]), skewOf(pages[1])]);
    return one !== undefined && other !== undefined && Math.abs(one - other) < withinMs;
  };
  await untilPlayers(pages, `within ${withinMs} ms of each other`, isTogether);
}

async function untilPlayers(pages: readonly Page[], what: string, claim: () => Promise<boolean>): Promise<void> {
  try {
    await until(what, claim);
  } catch (error) {
    // A closed page must not hide the failed wait.
    const told = await Promise.all(pages.map((page) => playerFacts(page).catch(String)));
    throw new Error([(error as Error).message, ...told].join('\n'));
  }
}
