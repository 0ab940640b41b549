import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPicture } from './testing/pictures.fixture.ts';

describe.skipIf(!hasChromium)('files that come into the chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tray = () => page.getByRole('list', { name: 'Files to send' });
  /** Dispatches a drag or paste event with a picture to an element. */
  const bring = (selector: string, type: string, text = '') =>
    page.evaluate<boolean>(`(async () => {
      const blob = await (await fetch('${picture}')).blob();
      const data = new DataTransfer();
      data.items.add(new File([blob], 'image.png', { type: 'image/png' }));
      if ('${text}') data.setData('text/plain', '${text}');
      const init = { bubbles: true, cancelable: true };
      const event = '${type}' === 'paste'
        ? new ClipboardEvent('paste', { ...init, clipboardData: data })
        : new DragEvent('${type}', { ...init, dataTransfer: data });
      return !document.querySelector('${selector}').dispatchEvent(event);
    })()`);
  let picture = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'Attach files' }).waitFor();
    picture = `data:image/png;base64,${(await drawPicture(page, 800, 500, '#47a')).toString('base64')}`;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WCF1] dragging over the chat says what dropping does, and dropping attaches', async () => {
    await log().waitFor();
    const list = '[role=log]';
    expect(await bring(list, 'dragover')).toBe(true);
    const hint = page.getByText('Drop files here to send them');
    await hint.waitFor();
    expect(await bring(list, 'drop')).toBe(true);
    await hint.waitFor({ state: 'detached' });
    await tray().getByText('Uploaded').waitFor();
    await tray()
      .getByRole('button', { name: /^Remove/ })
      .click();
    expect(await tray().count()).toBe(0);
  });

  test('[WCF1] a pasted picture is attached under a name of its own, and a pasted text with a picture is a text', async () => {
    await field().focus();
    expect(await bring('[data-chat-input]', 'paste', 'A table')).toBe(false);
    expect(await bring('[data-chat-input]', 'paste')).toBe(true);
    await tray()
      .getByText(/^\d{4}-\d\d-\d\d .*\.png$/)
      .waitFor();
    await tray().getByText('Uploaded').waitFor();
    expect(await tray().getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Enter');
    await log()
      .getByRole('button', { name: /^Show the picture/ })
      .waitFor();
  });

  test('[WCF1] what is dropped beside the chat does not make the browser leave the room', async () => {
    expect(await bring('header', 'dragover')).toBe(true);
    expect(await tray().count()).toBe(0);
  });

  test('[WCF9] [WCF10] the picture over the room is enlarged and moved, and shown in the chat', async () => {
    await log()
      .getByRole('button', { name: /^Show the picture/ })
      .click();
    const viewer = page.getByRole('dialog');
    const image = viewer.getByRole('img');
    await image.waitFor();
    const width = async () => (await image.boundingBox())!.width;
    const whole = await width();
    await page.keyboard.press('+');
    await until('it is larger', async () => (await width()) > whole * 1.4);
    await page.keyboard.press('0');
    await until('it is whole', async () => Math.abs((await width()) - whole) < 1);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, -300);
    await until('the wheel makes it larger', async () => (await width()) > whole * 2);
    const before = (await image.boundingBox())!.x;
    await page.mouse.down();
    await page.mouse.move(700, 400, { steps: 3 });
    await page.mouse.up();
    await until('it has moved', async () => (await image.boundingBox())!.x > before + 40);
    await page.mouse.dblclick(640, 400);
    await until('a double click shows it whole', async () => Math.abs((await width()) - whole) < 1);
    await expectAccessible(page);
    await viewer.getByRole('button', { name: 'Show in the chat' }).click();
    await until('its message has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.matches('[data-message]') ?? false`),
    );
  });

  test('[WCF5] on a phone, and in light colours, everything has its room', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await field().focus();
    await bring('[data-chat-input]', 'paste');
    await tray().getByText('Uploaded').waitFor();
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(await fits()).toBe(true);
    await page.evaluate(`document.documentElement.dataset.theme = 'light'`);
    await field().focus();
    await page.keyboard.press('Enter');
    await until('two pictures are there', async () => (await log().getByRole('img', { name: /png$/ }).count()) === 2);
    await log()
      .getByRole('button', { name: /^Show the picture/ })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    expect(await fits()).toBe(true);
    await page.keyboard.press('Escape');
  });
});
