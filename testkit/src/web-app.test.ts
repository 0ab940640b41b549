import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser, type TestBrowser } from './browser.ts';
import { expectAccessible } from './web-app.ts';

/** A page whose text stays dark in the dark theme too; `more` follows it. */
const page = (more = '') => `<!doctype html><html lang="en"><head><title>Page</title><style>
  :root { background: #fff } p { color: #222 } .pale { color: #eee } :root[data-theme="dark"] { background: #111 }
  @media (prefers-color-scheme: dark) { :root { background: #111 } }
</style></head><body><main class="judged"><h1>Title</h1><p>Words</p>${more}</main></body></html>`;

describe.skipIf(!hasChromium)('what axe has judged before', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  async function open(content: string) {
    const opened = await browser.context.newPage();
    await opened.setContent(content);
    return opened;
  }

  test('the same kinds in the dark theme are judged again', async () => {
    const opened = await open(page());
    await expectAccessible(opened);
    await opened.evaluate(`document.documentElement.dataset.theme = 'dark'`);
    await expect(expectAccessible(opened)).rejects.toThrow('color-contrast');
  });

  test('and where the system is dark', async () => {
    const opened = await open(page('<p class="second">Words</p>'));
    await expectAccessible(opened);
    await opened.emulateMedia({ colorScheme: 'dark' });
    await expect(expectAccessible(opened)).rejects.toThrow('color-contrast');
  });

  test('a kind of element that was not there before is judged', async () => {
    await expectAccessible(await open(page()));
    await expect(expectAccessible(await open(page('<p class="pale">Words</p>')))).rejects.toThrow('color-contrast');
  });

  test('a color of its own makes another kind', async () => {
    await expectAccessible(await open(page('<p style="color: #333">Words</p>')));
    const pale = await open(page('<p style="color: #ddd">Words</p>'));
    await expect(expectAccessible(pale)).rejects.toThrow('color-contrast');
  });
});
