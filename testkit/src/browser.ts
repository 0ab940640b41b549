import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** False: tests in browsers are skipped, and `npm test` has said which package is missing. */
export const hasChromium = existsSync(executablePath);

/** A browser process of its own with a new profile, closed with everything it left. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts Debian's Chromium without anything that goes to the network by itself. `isTouch` and the size make it a phone. */
export async function startBrowser(
  size = { width: 1280, height: 800 },
  args: readonly string[] = [],
): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'matinee-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: size,
    locale: 'en-US',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  });
  context.setDefaultTimeout(15_000);
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
