import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, spokenNodes, webRoot } from '@matinee/testkit/web-app.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The sum of the browser's layout shifts (CLS) since the page was opened; 0: no box moved. */
const watchJumps = `new PerformanceObserver((list) => {
  window.jumped = (window.jumped ?? 0) + list.getEntries().reduce((sum, { value }) => sum + value, 0);
}).observe({ type: 'layout-shift', buffered: true })`;

const comesAfterWays = `Boolean(document.querySelector('main input').compareDocumentPosition(
  document.querySelector('main svg[viewBox="0 0 320 200"]')) & Node.DOCUMENT_POSITION_FOLLOWING)`;

/** The first heading as it stands on its lines. */
const linesOfHeading = `(() => {
  const lines = new Map();
  const walker = document.createTreeWalker(document.querySelector('h1'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let at = 0; at < node.data.length; at += 1) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const bottom = Math.round(range.getBoundingClientRect().bottom / 8);
      lines.set(bottom, (lines.get(bottom) ?? '') + node.data[at]);
    }
  return [...lines.values()];
})()`;

describe.skipIf(!hasChromium)('the start page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'user.enableInstantSignup': true } }),
      startBrowser(),
    ]);
    page = await browser.context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WLA1] [WLA2] shows a room after what can be done, in one sentence for those who hear it, and nothing jumps', async () => {
    await page.addInitScript(watchJumps);
    const sizes = {
      phone: { width: 390, height: 844 },
      tablet: { width: 820, height: 1180 },
      desktop: { width: 1440, height: 900 },
    };
    for (const [language, sentence] of [
      ['en', /^A drawing of a room/],
      ['de', /^Zeichnung eines Raums/],
    ] as const) {
      for (const [name, size] of Object.entries(sizes)) {
        await page.setViewportSize(size);
        await page.goto(server.url);
        await page.evaluate(`localStorage.setItem('matinee.language', '${language}')`);
        await page.reload();
        const picture = page.getByText(sentence);
        await picture.waitFor();
        expect(await page.evaluate(comesAfterWays)).toBe(true);
        const spoken = (await spokenNodes(page)).map(({ name: said }) => said);
        expect(spoken.some((said) => sentence.test(said))).toBe(true);
        expect(spoken.filter((said) => /^(Ben|Lea|42:10.*)$/.test(said))).toEqual([]);
        expect(await page.evaluate<number>('window.jumped ?? 0')).toBeLessThan(0.05);
        const { scroll, width } = await page.evaluate<{ scroll: number; width: number }>(
          '({ scroll: document.documentElement.scrollWidth, width: innerWidth })',
        );
        expect(scroll).toBeLessThanOrEqual(width);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page);
          if (process.env.MATINEE_SHOTS)
            await page.screenshot({
              path: `${process.env.MATINEE_SHOTS}/landing-${name}-${language}-${colorScheme}.png`,
              fullPage: true,
            });
        }
      }
    }
  });

  test('[WLA1] somebody with an account sees their rooms instead', async () => {
    const user = await server.signUp('anna');
    const { context, close } = await startBrowser();
    try {
      const own = await context.newPage();
      await signInBrowser(own, user);
      await own.goto(server.url);
      await own.getByRole('heading', { name: 'Your rooms' }).waitFor();
      expect(await own.getByText('A drawing of a room').count()).toBe(0);
    } finally {
      await close();
    }
  });

  test('[WT8] on a phone the question to whoever is signed in breaks after its comma in Chinese and Japanese', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInBrowser(page, await server.signUpAs('anna_landing'));
    await page.goto(server.url);
    for (const language of ['zh-Hans', 'ja']) {
      await page.evaluate(`localStorage.setItem('matinee.language', '${language}')`);
      await page.goto(server.url);
      await page.getByRole('heading', { level: 1, name: /[，、]今/ }).waitFor();
      expect(await page.evaluate<string[]>(linesOfHeading)).toEqual([
        expect.stringMatching(/[，、]$/),
        expect.stringMatching(/^今.*？$/),
      ]);
    }
  });
});
