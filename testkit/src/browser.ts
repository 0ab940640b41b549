import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** False: browser tests are skipped, and `npm test` has named the missing package. */
export const hasChromium = existsSync(executablePath);

/** A browser process with a new profile. Closing it removes everything that it left. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * Starts Debian's Chromium without features that use the network by themselves. Unless asked to it keeps no app: the worker that does
 * comes seconds after the first screen, loads every file of the app, and answers from then on in the place of the server, which a test
 * of something else cannot wait for or rely on.
 */
export async function startBrowser(
  size = { width: 1280, height: 800 },
  args: readonly string[] = [],
  { keepsApp = false }: { readonly keepsApp?: boolean } = {},
): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'matinee-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: size,
    locale: 'en-US',
    serviceWorkers: keepsApp ? 'allow' : 'block',
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
      // Pages of one machine find each other, also where it has no network.
      '--allow-loopback-in-peer-connection',
      '--disable-features=WebRtcHideLocalIpsWithMdns',
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
