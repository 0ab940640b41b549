import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { hasProgram, programPath } from './outside/programs.ts';

/** False: browser tests are skipped, and `npm test` has named the missing package. */
export const hasChromium = hasProgram('chromium');

/** The browser of one person, with its own storage. Closing it closes its pages. */
export interface TestBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // Pages on one machine find each other, even if it has no network.
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

/** Chromium without windows, if installed: its pages take half of the processor time. */
const lightest = () => programPath(hasProgram('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium');

/** The processes of this worker, by their flags. They end with it. */
const processes = new Map<string, Promise<Browser>>();

/** The open browsers of people. */
const people = new Set<BrowserContext>();

const launch = (executablePath: string, args: readonly string[]) =>
  chromium.launch({ executablePath, headless: true, args: [...flags, ...args] });

/** Returns the process with these flags. The first call starts it, which takes most of a second of a core. */
function chromiumWith(args: readonly string[]): Promise<Browser> {
  const key = args.join(' ');
  let found = processes.get(key);
  if (found === undefined) {
    found = launch(lightest(), args);
    processes.set(key, found);
  }
  return found;
}

/**
 * Opens a browser for one person, in a Chromium without features that use the network by themselves. By default it
 * blocks the service worker: that comes seconds after the first screen, loads every file of the app, and then answers
 * in place of the server. Tests of other features cannot wait for it or rely on it. `isAlone`: the person gets a
 * process of the whole Chromium alone.
 */
export async function startBrowser(
  size = { width: 1280, height: 800 },
  args: readonly string[] = [],
  { keepsApp = false, isAlone = false }: { readonly keepsApp?: boolean; readonly isAlone?: boolean } = {},
): Promise<TestBrowser> {
  const browser = await (isAlone ? launch(programPath('chromium'), args) : chromiumWith(args));
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-US',
    serviceWorkers: keepsApp ? 'allow' : 'block',
  });
  context.setDefaultTimeout(60_000);
  if (isAlone) return { context, close: () => browser.close() };
  people.add(context);
  return {
    context,
    async close() {
      people.delete(context);
      await context.close();
      // Closes extra contexts that tests opened; otherwise they would continue to play and speak for the lifetime of
      // the process.
      if (browser.contexts().every((left) => !people.has(left)))
        await Promise.all(browser.contexts().map((left) => left.close()));
    },
  };
}
