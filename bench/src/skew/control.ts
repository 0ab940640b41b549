import type { TestMedia } from '@matinee/testkit/media.ts';
import type { Delay } from './delay-proxy.ts';
import { skewsOf } from './samples.ts';
import { nowMs, openScreen, pause, type Screen } from './screen.ts';

/** Skews of two players that start together and are then left alone, as on a page without a sync engine. */
export async function measureControl(
  media: TestMedia,
  ms: number,
  far: Delay,
): Promise<{ near: readonly number[]; far: readonly number[] }> {
  const [a, b] = await Promise.all([openPlain(media), openPlain(media)]);
  try {
    return { near: await measure(a, b, ms, () => 0), far: await measure(a, b, ms, () => lateness(far)) };
  } finally {
    await Promise.all([a.close(), b.close()]);
  }
}

async function openPlain(media: TestMedia): Promise<Screen> {
  const screen = await openScreen(media.missingUrl);
  await screen.page.setContent(`<video src="${media.mp4Url}" preload="auto" width="1280"></video>`);
  await screen.page.waitForFunction('document.querySelector("video").readyState >= 4');
  return screen;
}

async function measure(a: Screen, b: Screen, ms: number, lateMs: () => number): Promise<number[]> {
  // The event reaches each page separately.
  const begin = async ({ page }: Screen) => {
    await pause(lateMs());
    await page.evaluate('document.querySelector("video").play()');
  };
  for (const { page } of [a, b]) {
    await page.evaluate('(() => { const v = document.querySelector("video"); v.pause(); v.currentTime = 1; })()');
  }
  await pause(1_000);
  await Promise.all([begin(a), begin(b)]);
  await pause(1_000);
  const fromMs = nowMs();
  await pause(ms);
  return skewsOf(await a.samples(), await b.samples(), fromMs, nowMs()).map((skew) => skew.ms);
}

function lateness({ roundTripMs, jitterMs }: Delay): number {
  return (roundTripMs + Math.random() * jitterMs) / 2;
}
