import { fileURLToPath } from 'node:url';
import { type Browser, firefox } from 'playwright-core';
import type { TestBrowser } from './browser.ts';
import { hasProgram } from './outside/programs.ts';

/** False: tests in Firefox are skipped, and `npm test` has named the missing package. */
export const hasFirefox = hasProgram('firefox-esr');

const launcher = fileURLToPath(new URL('../firefox/firefox.mjs', import.meta.url));

const preferences = {
  // Films start by themselves, with sound.
  'media.autoplay.default': 0,
  // Calls have a microphone and a camera without asking, and find each other on a machine without a network.
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  // Nothing is asked, updated or reported.
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.gmp-manager.updateEnabled': false,
};

/** The process of this worker. It ends with it. */
let process: Promise<Browser> | undefined;

/** Opens a Firefox for one person, with its own storage. */
export async function startFirefox(size = { width: 1280, height: 800 }): Promise<TestBrowser> {
  process ??= firefox.launch({
    channel: 'moz-firefox',
    executablePath: launcher,
    headless: true,
    firefoxUserPrefs: preferences,
  });
  const browser = await process;
  const context = await browser.newContext({ viewport: size, locale: 'en-US' });
  context.setDefaultTimeout(60_000);
  return { context, close: () => context.close() };
}
