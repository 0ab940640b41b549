import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('emoji in what one writes', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let page: Page;
  const asked: string[] = [];

  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const button = () => page.getByRole('button', { name: 'Insert an emoji' });
  const picker = () => page.getByRole('dialog', { name: 'Insert an emoji' });
  const search = () => picker().getByRole('searchbox', { name: 'Search emoji' });
  const focused = () => page.evaluate<string>(`document.activeElement?.getAttribute('data-emoji') ?? ''`);

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    page.on('request', (request) => asked.push(request.url()));
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await field().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WEM4] the list is loaded when the picker opens, from this server', async () => {
    await button().waitFor();
    const hasNames = async (urls: readonly string[]) => {
      const scripts = urls.filter((url) => url.endsWith('.js'));
      const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
      return texts.some((text) => text.includes('grinning face'));
    };
    const before = asked.length;
    expect(await hasNames(asked)).toBe(false);
    await button().click();
    await search().waitFor();
    expect(await hasNames(asked.slice(before))).toBe(true);
    expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([]);
    await expectAccessible(page);
  });

  test('[WEM1] [WEM2] words find them, arrow keys go to them, and Enter puts one where the cursor is', async () => {
    await page.keyboard.press('Escape');
    await picker().waitFor({ state: 'detached' });
    await field().fill('I want  now');
    for (let i = 0; i < 4; i++) await field().press('ArrowLeft');
    await button().click();
    await search().fill('pizz');
    await picker()
      .getByText(/^\d emoji found/)
      .waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('🍕');
    // A busy browser draws late: the focus does not wait for it.
    await page.evaluate('window.later = requestAnimationFrame; window.requestAnimationFrame = () => 0');
    await page.keyboard.press('Enter');
    await page.keyboard.type('!');
    await page.evaluate('window.requestAnimationFrame = window.later');
    await expect.poll(() => field().inputValue()).toBe('I want 🍕! now');
    await picker().waitFor({ state: 'detached' });
  });

  test('[WEM2] [WEM3] categories are tabs, those used last come first, and a skin tone holds for all', async () => {
    await button().click();
    await picker().getByRole('tab', { name: 'Recently used', selected: true }).waitFor();
    await picker().getByRole('button', { name: 'pizza' }).waitFor();
    await picker().getByRole('tab', { name: 'Recently used' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await picker().getByRole('tab', { name: 'People and bodies', selected: true }).waitFor();
    await picker().getByRole('button', { name: 'Skin tone: none' }).click();
    await picker().getByRole('button', { name: 'medium', exact: true }).click();
    await page.keyboard.press('Tab');
    await picker().getByRole('button', { name: 'waving hand' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(focused).toBe('👋');
    await field().evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(0, 0));
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => field().inputValue()).toContain('👋🏽');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => field().inputValue()).toContain('👋🏽👋🏽');
    await page.keyboard.press('Escape');
    await picker().waitFor({ state: 'detached' });
  });

  test('[WEM5] names behind a colon are offered and become emoji, times do not', async () => {
    await field().fill('');
    await field().pressSequentially('at 12:30 :popc');
    await page.getByRole('option', { name: 'popcorn' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => field().inputValue()).toBe('at 12:30 🍿');
    await page.keyboard.type(' :tada:');
    await expect.poll(() => field().inputValue()).toBe('at 12:30 🍿 🎉');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('at 12:30 🍿 🎉').waitFor();
  });

  test('[WEM6] a device without a font of emoji gets one, part by part; no other device asks for it', async () => {
    const assets = join(webRoot, 'assets');
    const lender = readdirSync(assets).find(
      (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes('Lent Emoji'),
    );
    const fontsOf = async (draw: string) => {
      const device = await browser.context.newPage();
      const fonts: string[] = [];
      device.on('request', (request) => void (request.url().endsWith('.woff2') && fonts.push(request.url())));
      await device.addInitScript(`CanvasRenderingContext2D.prototype.fillText = ${draw}`);
      const isAsked = device.waitForResponse(`**/assets/${lender}`);
      await device.goto(`${server.url}/r/${page.url().split('/').at(-1)}`);
      await device.getByRole('log').getByText('🎉').waitFor();
      await (await isAsked).finished();
      await device.evaluate('new Promise((resolve) => requestIdleCallback(resolve)).then(() => document.fonts.ready)');
      return { device, fonts };
    };
    const without = await fontsOf('() => undefined');
    await expect.poll(() => without.fonts.length).toBeGreaterThan(0);
    await expect
      .poll(() => without.device.evaluate(`[...document.fonts].some(({ status }) => status === 'loaded')`))
      .toBe(true);
    expect(without.fonts.length).toBeLessThan(6);
    await without.device.close();
    const having = await fontsOf('function (text) { this.fillRect(0, 0, text.length * text.codePointAt(0) % 40, 9); }');
    expect(await having.device.evaluate(`[...document.fonts].map((font) => font.family)`)).toEqual([]);
    expect(having.fonts).toEqual([]);
    await having.device.close();
  });
});
