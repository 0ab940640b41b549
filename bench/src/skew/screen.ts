import { startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { Page } from 'playwright-core';
import type { Sample } from './samples.ts';

/** A browser process that shows a film. */
export interface Screen {
  readonly page: Page;
  /** Frames since the page was opened. */
  samples(): Promise<readonly Sample[]>;
  /** Jumps of the player since the page was opened, whatever caused them. */
  seeks(): Promise<number>;
  /** Stops the player for this long without its page knowing, as a busy machine would. */
  stall(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Collects frames without the app, so that we need not rely on the app's own figures. */
const collector = `
(() => {
  const bench = (window.__bench = { samples: [], seeks: 0 });
  const watch = (video) => {
    video.addEventListener('seeking', () => { bench.seeks += 1; });
    const onFrame = (_, frame) => {
      bench.samples.push({ mediaSeconds: frame.mediaTime, displayMs: performance.timeOrigin + frame.expectedDisplayTime });
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
  };
  const seen = new WeakSet();
  const look = () => {
    const video = document.querySelector('video');
    if (video && !seen.has(video)) { seen.add(video); watch(video); }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})();
`;

/** How long the player of a new page may take until it moves. */
const movingLimitMs = 30_000;

/** Opens `url` in its own browser process. `session`, if given, signs it in. */
export async function openScreen(url: string, session?: object): Promise<Screen> {
  const browser: TestBrowser = await startBrowser(undefined, [], { isAlone: true });
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  await page.addInitScript(collector);
  if (session) {
    const item = JSON.stringify(JSON.stringify(session));
    await page.addInitScript(`try { localStorage.setItem('matinee.session', ${item}) } catch {}`);
  }
  await page.goto(url);
  return {
    page,
    samples: () => page.evaluate<Sample[]>('window.__bench.samples'),
    seeks: () => page.evaluate<number>('window.__bench.seeks'),
    stall: (ms) =>
      page.evaluate(`(() => {
        const video = document.querySelector('video');
        // For this long, the player's own attempts to continue must fail.
        video.play = () => Promise.resolve();
        video.pause();
        return new Promise((resolve) => setTimeout(() => {
          delete video.play;
          video.play().then(resolve, resolve);
        }, ${ms}));
      })()`),
    close: () => browser.close(),
  };
}

/** Waits until the film moves on `screen`. @throws Error with the page's text when it does not. */
export async function waitUntilMoving(screen: Screen): Promise<void> {
  const deadlineMs = performance.now() + movingLimitMs;
  const moving = `(() => { const v = document.querySelector('video'); return !!v && !v.paused && v.readyState >= 3 && v.currentTime > 0; })()`;
  while (!(await screen.page.evaluate<boolean>(moving))) {
    if (performance.now() > deadlineMs) throw new Error(`nothing plays: ${await describe(screen)}`);
    await pause(50);
  }
}

async function describe({ page }: Screen): Promise<string> {
  const text = await page.evaluate<string>('document.body.innerText.slice(0, 500)');
  const status = await page.evaluate<unknown>('window.__matinee?.sync.status ?? null');
  return `${page.url()} ${JSON.stringify(status)} ${text}`;
}

/** Waits for this long. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The clock of the samples. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
