import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textFile, zipFile } from './testing/files.fixture.ts';
import { drawPicture } from './testing/pictures.fixture.ts';

describe.skipIf(!hasChromium)('files in the chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tray = () => page.getByRole('list', { name: 'Files to send' });
  const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.locator('input[type=file][multiple]').setInputFiles(files);
  const newest = async () => {
    const request = { page_size: 1 };
    const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room, request });
    return messages[0];
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 1280, height: 800 })]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await field().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WCF1] [WCF3] [WCF4] a chosen picture is uploaded, sent with its text, and shown at its size', async () => {
    const picture = await drawPicture(page, 640, 360, '#3a7');
    await choose({ name: 'beach.png', mimeType: 'image/png', buffer: picture });
    await tray().getByText('beach.png').waitFor();
    await tray().getByText('Uploaded').waitFor();
    await expectAccessible(page);
    await field().fill('Look!');
    await page.keyboard.press('Enter');
    const image = log().getByRole('img', { name: 'beach.png' });
    await image.waitFor();
    await until('the picture is there', () =>
      image.evaluate((one) => (one as unknown as { complete: boolean }).complete),
    );
    expect(await tray().count()).toBe(0);
    expect(await newest()).toMatchObject({
      content: 'Look!',
      attachments: [{ kind: 'image', width: 640, height: 360 }],
    });
    await expectAccessible(page);
  });

  test('[WCF9] a press shows the picture over the room, and arrows lead to the others', async () => {
    const second = await drawPicture(page, 300, 500, '#c55');
    await choose({ name: 'tower.png', mimeType: 'image/png', buffer: second });
    await tray().getByText('Uploaded').waitFor();
    await field().focus();
    await page.keyboard.press('Enter');
    const small = page.getByRole('button', { name: 'Show the picture tower.png' });
    await small.click();
    const viewer = page.getByRole('dialog', { name: 'tower.png' });
    await viewer.waitFor();
    await viewer.getByText('2 of 2').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: 'beach.png' }).waitFor();
    await page.keyboard.press('Escape');
    await until('the focus is back', () =>
      small.evaluate(
        (one) => one === (globalThis as never as { document: { activeElement: unknown } }).document.activeElement,
      ),
    );
  });

  test('[WCF5] other files are cards that are saved under their name', async () => {
    await choose(zipFile('films.zip', 3_000), textFile('notes.md', '# Notes'));
    await until('both are there', async () => (await tray().getByText('Uploaded').count()) === 2);
    await field().focus();
    await page.keyboard.press('Enter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log().getByRole('button', { name: 'Save films.zip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('films.zip');
    await log().getByText('notes.md', { exact: true }).waitFor();
  });

  test('[WCF2] what cannot be sent is refused with the reason, before anything is uploaded', async () => {
    await choose(
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>x</b>') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    );
    await page.getByText('page.html: Files of this kind cannot be sent.').waitFor();
    await page.getByText('empty.txt: This file is empty.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await choose(...Array.from({ length: 11 }, (_, index) => textFile(`${index}.txt`, `text ${index}`)));
    await page.getByText('10.txt: A message takes 10 files at most.').waitFor();
    expect(await tray().getByRole('listitem').count()).toBe(10);
    for (let left = 10; left > 0; left -= 1)
      await tray()
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });
});
