import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { webRoot } from '@matinee/testkit/web-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('installing', () => {
  let server: TestServer;
  let browser: TestBrowser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), browser?.close()]);
  });

  test('[CI1] the browser finds a manifest without a fault, and every icon in the size that it names', async () => {
    const page = await browser.context.newPage();
    await page.goto(server.url);
    const devTools = await browser.context.newCDPSession(page);
    const { data = '{}', errors } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons } = JSON.parse(data) as { icons: { src: string; sizes: string }[] };
    expect(icons).toHaveLength(3);
    for (const { src, sizes } of icons) {
      const answer = await page.request.get(new URL(src, `${server.url}/`).href);
      expect(answer.headers()['content-type']).toBe('image/png');
      const bytes = await answer.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});
