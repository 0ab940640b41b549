import type { Page } from 'playwright-core';

/** Frames of a stretch of time. */
export interface Frames {
  /** Number of frames at the usual distance. */
  readonly due: number;
  readonly dropped: number;
  readonly longestMs: number;
}

/**
 * Calls `act` again and again for `ms`, and counts the frames that the page failed to draw. The page itself reports the
 * distances.
 */
export async function watchFrames(page: Page, ms: number, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`(() => {
    const watched = (window.__frames = { gaps: [], isOn: true });
    let last;
    const onFrame = (now) => {
      if (!watched.isOn) return;
      if (last !== undefined) watched.gaps.push(now - last);
      last = now;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  })()`);
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) await act();
  const gaps = await page.evaluate<number[]>('(window.__frames.isOn = false, window.__frames.gaps)');
  return countFrames(gaps);
}

/** Pure. The usual distance: 60 frames per second. */
function countFrames(gaps: readonly number[]): Frames {
  const usualMs = 1_000 / 60;
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usualMs) - 1), 0);
  return { due: gaps.length + dropped, dropped, longestMs: Math.max(...gaps) };
}
