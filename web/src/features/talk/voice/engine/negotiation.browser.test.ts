import { fileURLToPath } from 'node:url';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./negotiation.fixture.ts', import.meta.url));

/** A page of an origin that browsers take for a secure one. */
const blank = 'http://localhost/';

/** Two links in one page, over real connections; the test is the server between them. */
describe.skipIf(!hasChromium)('the way between two', () => {
  let browser: TestBrowser;
  let page: Page;
  let code: string;

  beforeAll(async () => {
    const { outputFiles } = await build({ entryPoints: [script], bundle: true, format: 'iife', write: false });
    code = outputFiles[0]!.text;
    browser = await startBrowser();
    // Browsers look for ways over all networks of the machine, the loopback too, if the page may use the microphone.
    await browser.context.grantPermissions(['microphone']);
    await browser.context.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    page = await browser.context.newPage();
  });
  beforeEach(async () => {
    await page.goto(blank);
    await page.addScriptTag({ content: code });
  });
  afterAll(() => browser?.close());

  /** Waits until both hear each other's tone, over one connection with one audio line. */
  const hearEachOther = async () => {
    await expect.poll(() => page.evaluate('pair.states()')).toEqual(['connected', 'connected']);
    await expect.poll(() => page.evaluate('pair.isHeard()')).toBe(true);
    expect(await page.evaluate('pair.lines()')).toEqual([1, 1]);
  };

  test('[WVO1] one offers, and both hear each other', async () => {
    await page.evaluate('pair.left.start()');
    await hearEachOther();
    expect(await page.evaluate('pair.made')).toBe(2);
  });

  test('[WVO1] both offer at once: glare', async () => {
    await page.evaluate('pair.left.start(); pair.right.start()');
    await hearEachOther();
  });

  test('[WVO1] both look for another way at once', async () => {
    await page.evaluate('pair.left.start()');
    await hearEachOther();
    await page.evaluate('pair.left.restart(false); pair.right.restart(false)');
    await expect.poll(() => page.evaluate('pair.offers')).toBeGreaterThan(1);
    await expect.poll(() => page.evaluate('pair.isAtRest()')).toBe(true);
    await hearEachOther();
    expect(await page.evaluate('pair.made')).toBe(2);
  });

  test('[WVO2] an offer that is lost: a new one finds the way', async () => {
    await page.evaluate('pair.lose(1); pair.left.start()');
    await expect.poll(() => page.evaluate('pair.lost')).toBe(1);
    await page.evaluate('pair.left.restart(true)');
    await hearEachOther();
  });

  test('[WVO2] an answer that is lost: a new offer finds the way', async () => {
    await page.evaluate('pair.loseAnswers(1); pair.left.start()');
    await expect.poll(() => page.evaluate('pair.lost')).toBe(1);
    await page.evaluate('pair.left.restart(true)');
    await hearEachOther();
  });

  test('[WVO2] candidates that come before their offer are kept, and doubled signals change nothing', async () => {
    await page.evaluate('pair.reverse(); pair.double(); pair.left.start()');
    await hearEachOther();
  });

  test('[WVO2] a side that has started over finds the other one again', async () => {
    await page.evaluate('pair.left.start()');
    await hearEachOther();
    await page.evaluate('pair.right.restart(true)');
    await expect.poll(() => page.evaluate('pair.made')).toBe(4);
    await hearEachOther();
    await page.evaluate('pair.left.restart(true)');
    await expect.poll(() => page.evaluate('pair.made')).toBe(6);
    await hearEachOther();
  });

  test('[WVO2] the late answer to an earlier connection is taken for none', async () => {
    await page.evaluate('pair.holdAnswers(); pair.left.start()');
    await expect.poll(() => page.evaluate('pair.held')).toBe(1);
    // It is released after the second offer is made, and arrives before the answer to that offer.
    await page.evaluate('pair.left.restart(true)');
    await expect.poll(() => page.evaluate('pair.held')).toBe(2);
    await page.evaluate('pair.letGo()');
    await hearEachOther();
  });

  test('[WVO2] a way that is made anew while signals are handled still hears the next ones', async () => {
    await page.evaluate('pair.left.start()');
    await hearEachOther();
    await page.evaluate('pair.left.read(pair.lastCandidates); pair.left.restart(true)');
    await expect.poll(() => page.evaluate('pair.made')).toBe(4);
    await hearEachOther();
  });

  test('[WVO7] [WVO8] another microphone, and none, need no new offer', async () => {
    await page.evaluate('pair.left.setTrack(null); pair.left.start()');
    await expect.poll(() => page.evaluate('pair.states()')).toEqual(['connected', 'connected']);
    expect(await page.evaluate('pair.isHeardByRight()')).toBe(false);
    await page.evaluate('pair.left.setTrack(pair.tone())');
    await expect.poll(() => page.evaluate('pair.isHeardByRight()')).toBe(true);
    expect(await page.evaluate('pair.offers')).toBe(1);
  });

  test('[WVO9] who speaks is heard as loud, and silence is not', async () => {
    await page.evaluate('pair.left.setTrack(null); pair.left.start()');
    await expect.poll(() => page.evaluate('pair.left.level(performance.now())')).toBeGreaterThan(0.05);
    expect(await page.evaluate('pair.right.level(performance.now())')).toBe(0);
    await page.evaluate('pair.right.setTrack(null)');
    await expect.poll(() => page.evaluate('pair.left.level(performance.now())')).toBe(0);
  });
});
