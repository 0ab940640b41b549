import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipFile } from './testing/files.fixture.ts';

/** Two whole parts and a little: the shortest file that still has something to send after two parts. */
const threeParts = 17 * 1_048_576;

const stores = [{ name: 'the database' }, ...(hasProgram('versitygw') ? [{ name: 'an object store' }] : [])];

describe.skipIf(!hasChromium).each(stores)('uploads of the page to $name', ({ name }) => {
  let store: Versitygw | undefined;
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;
  let folder: string;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const field = () => page.getByRole('textbox', { name: 'Write a message' });
  const tray = () => page.getByRole('list', { name: 'Files to send' });
  const onTheirWay = () => log().getByRole('list', { name: 'Files on their way' });
  /** Sets files on the disk: passed through the browser's debugger, they take half a minute on a busy machine. */
  const choose = (...files: { name: string; buffer: Buffer }[]) => {
    for (const file of files) writeFileSync(join(folder, file.name), file.buffer);
    return page.locator('input[type=file][multiple]').setInputFiles(files.map((file) => join(folder, file.name)));
  };
  const history = async () => {
    const request = { page_size: 10 };
    const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room, request });
    return messages as { content: string; attachments: { name: string; url: string; size_bytes: number }[] }[];
  };
  const bytesOf = async ({ url }: { url: string }) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer());

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'matinee-uploads-'));
    store = name === 'an object store' ? await startVersitygw({ allowedOrigin: '*' }) : undefined;
    const config = store && {
      'object_storage.endpoint': store.endpoint,
      'object_storage.bucket': store.bucket,
      'object_storage.access_key_id': store.accessKeyId,
      'object_storage.secret_access_key': store.secretAccessKey,
      'files.chat_attachments': 'object_storage',
    };
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, ...(config ? { config } : {}) }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await field().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await store?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[WUL2] [WCF3] [WCF4] a message waits through a lost network, goes on by itself, and comes once', async () => {
    const file = zipFile('large.zip', threeParts);
    let parts = 0;
    let isAway = true;
    await page.route(
      (url) => url.href.includes('attachment-objects/') || url.port === String(store?.port),
      async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        parts += 1;
        // Two parts arrive, then the connection is cut.
        if (parts > 2 && isAway) return route.abort('internetdisconnected');
        return route.continue();
      },
    );
    await choose(file);
    const ring = tray().getByRole('progressbar', { name: 'large.zip' });
    await until('it waits for the network', async () =>
      (await ring.getAttribute('aria-valuetext'))?.startsWith('Waits for the connection'),
    );
    expect(Number(await ring.getAttribute('aria-valuenow'))).toBeGreaterThan(40);
    await expectAccessible(page);
    await field().fill('Here it is');
    await page.keyboard.press('Enter');
    await onTheirWay().getByText('large.zip').waitFor();
    expect(await history()).toEqual([]);
    isAway = false;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await log().getByRole('button', { name: 'Save large.zip' }).waitFor();
    await onTheirWay().waitFor({ state: 'detached' });
    const messages = await history();
    expect(messages.map(({ content, attachments }) => [content, attachments.length])).toEqual([['Here it is', 1]]);
    expect((await bytesOf(messages[0]!.attachments[0]!)).equals(file.buffer)).toBe(true);
    await page.unrouteAll();
  });

  // The second store would only be asked which parts it has: `upload.server.test.ts` asks that of both.
  if (name === 'the database') {
    test('[WUL2] [WCF13] what was attached and what was sent outlives the page, and sends only what is missing', async () => {
      const isPart = (url: URL) => url.href.includes('attachment-objects/') || url.port === String(store?.port);
      let sent = 0;
      let most = 2;
      await page.route(isPart, async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        if (sent >= most) return route.abort('internetdisconnected');
        sent += 1;
        return route.continue();
      });
      const file = zipFile('again.zip', threeParts);
      await choose(file);
      const waits = async () =>
        (await tray().getByRole('progressbar').getAttribute('aria-valuetext'))?.startsWith('Waits for the connection');
      await until('two parts are there', waits);
      await page.reload();
      await until('the file is back, and waits', waits);
      await field().fill('After all');
      await page.keyboard.press('Enter');
      await onTheirWay().getByText('again.zip').waitFor();
      await until('the message is kept', () =>
        page.evaluate<boolean>(`new Promise((resolve) => {
          indexedDB.open('matinee-unsent').onsuccess = ({ target }) => {
            const keys = target.result.transaction('rows').objectStore('rows').getAllKeys();
            keys.onsuccess = () => resolve(keys.result.some((key) => key.startsWith('message ')));
          };
        })`),
      );
      await page.reload();
      await onTheirWay().getByText('again.zip').waitFor();
      await log().getByText('After all').waitFor();
      most = 3;
      await log().getByRole('button', { name: 'Save again.zip' }).waitFor({ timeout: 60_000 });
      await onTheirWay().waitFor({ state: 'detached' });
      expect(sent).toBe(3);
      const messages = (await history()).filter(({ content }) => content === 'After all');
      expect(messages.length).toBe(1);
      expect((await bytesOf(messages[0]!.attachments[0]!)).equals(file.buffer)).toBe(true);
      await page.reload();
      await log().getByRole('button', { name: 'Save again.zip' }).waitFor();
      expect([await onTheirWay().count(), await tray().count()]).toEqual([0, 0]);
      await page.unrouteAll();
    });
  }
});
