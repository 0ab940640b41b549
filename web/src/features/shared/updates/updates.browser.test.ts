import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Build } from './cached-files.ts';

/** Registers the worker at once: the page itself waits until it is idle. */
const keepNow = `navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  .then(() => navigator.serviceWorker.ready).then(() => true)`;
const isControlled = `navigator.serviceWorker.controller !== null`;
const keptPaths = `caches.keys().then(async (names) => {
  const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
  return kept.flat();
})`;

/** The languages that the newest build keeps. */
const keptLanguages = `caches.keys().then(async (names) => (await (await caches.open(names.at(-1))).match('/kept-languages')).json())`;
const keepSpanish = `navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keepLanguage: 'es' }))`;

/** The worker script of a build, with some files removed. */
function lacking(build: string, gone: readonly string[]): string {
  const { id, files, languages } = JSON.parse(JSON.parse(build)) as Build;
  const isThere = (file: string) => !gone.includes(basename(file));
  const lists = Object.entries(languages).map(([language, list]) => [language, list.filter(isThere)] as const);
  return JSON.stringify(JSON.stringify({ id, files: files.filter(isThere), languages: Object.fromEntries(lists) }));
}

const buildOf = (page: Page) =>
  page.evaluate<string>(`document.querySelector('meta[name=matinee-build]').content`).catch(() => '');

describe.skipIf(!hasChromium)('the kept app', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let folder: string;

  async function start(): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), 'matinee-updates-'));
    [server, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser({ width: 390, height: 844 }, [], { keepsApp: true }),
    ]);
    page = await browser.context.newPage();
  }
  async function end(): Promise<void> {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  async function visitOnce(): Promise<void> {
    await page.goto(server.url);
    await page.evaluate(keepNow);
    await expect.poll(() => page.evaluate(isControlled)).toBe(true);
  }

  /** Makes another build with another id: the files of the first one except those that `without` selects. */
  function makeBuild(id: string, without: (name: string) => boolean = () => false): string {
    const root = join(folder, id);
    cpSync(webRoot, root, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) && !without(name) });
    const own = /name="matinee-build" content="(\w+)"/.exec(readFileSync(join(root, 'index.html'), 'utf8'))![1]!;
    const gone = readdirSync(join(webRoot, 'assets')).filter((name) => without(join(webRoot, 'assets', name)));
    for (const name of ['index.html', 'sw.js'].filter((name) => existsSync(join(root, name)))) {
      let text = readFileSync(join(root, name), 'utf8').replace(own, id);
      if (name === 'sw.js') text = text.replace(/(?<=JSON\.parse\()"(?:[^"\\]|\\.)*"/, (build) => lacking(build, gone));
      writeFileSync(join(root, name), text);
    }
    return root;
  }

  /** The same address with another build. */
  async function deploy(root: string): Promise<void> {
    const { port } = server.app;
    await server.stop();
    server = await startTestServer({ webRoot: root, config: { 'server.port': port } });
  }

  describe('of one build', () => {
    // Installed only once, because that loads the whole app.
    beforeAll(start);
    afterAll(end);

    test('[WUP1] the second visit without a connection shows the app, which says so and can try again', async () => {
      await visitOnce();
      const { port } = server.app;
      await server.stop();
      for (const path of ['/', `/r/room_${'0'.repeat(26)}`]) {
        await page.goto(`http://127.0.0.1:${port}${path}`);
        await page.getByText('The server cannot be reached.').waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await expectAccessible(page);
        if (process.env.MATINEE_SHOTS)
          await page.screenshot({
            path: `${process.env.MATINEE_SHOTS}/offline${path.slice(0, 2).replace('/', '-')}.png`,
          });
      }
      server = await startTestServer({ webRoot, config: { 'server.port': port } });
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'This room does not exist' }).waitFor();
    });

    test('[WUP2] nothing is kept but files of the build, whatever somebody did in the meantime', async () => {
      const user = await server.signUp('anna');
      const room = await makeRoom(server, user, { name: 'Secret', visibility: 'public' });
      await signInBrowser(page, user);
      await visitOnce();
      const before = await page.evaluate<string[]>(keptPaths);
      await page.goto(`${server.url}/r/${room}?from=chat`);
      await page.getByLabel('Write a message').fill('Hello');
      await page.keyboard.press('Enter');
      await page.getByText('Hello').waitFor();
      await page.goto(`${server.url}/verify?token=secret`);
      await page.goto(`${server.url}/account`);
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
      const kept = await page.evaluate<string[]>(keptPaths);
      expect(kept.sort()).toEqual(before.sort());
      expect(kept.filter((url) => !new URL(url).pathname.startsWith('/assets/'))).toEqual([
        `${server.url}/`,
        `${server.url}/kept-languages`,
      ]);
      expect(kept.length).toBeGreaterThan(100);
    });

    test('[WUP9] of the texts, those of the browser and of the chosen language are kept', async () => {
      await visitOnce();
      expect(await page.evaluate(keptLanguages)).toEqual(['en']);
      const before = await page.evaluate<string[]>(keptPaths);
      await page.evaluate(keepSpanish);
      await expect.poll(() => page.evaluate(keptLanguages)).toEqual(['en', 'es']);
      expect((await page.evaluate<string[]>(keptPaths)).length).toBeGreaterThan(before.length + 20);
    });

    test('[WUP3] a page comes from the server, with what messengers read, and programs get what they got before', async () => {
      const user = await server.signUp('anna');
      const room = await makeRoom(server, user, { name: 'Open door', visibility: 'public' });
      await visitOnce();
      const answer = await page.goto(`${server.url}/r/${room}`);
      expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
      expect(await answer?.text()).toContain('og:title');
      expect(await (await fetch(`${server.url}/r/${room}`)).text()).toBe(await answer?.text());
    });
  });

  describe('after an update', () => {
    beforeAll(start);
    afterAll(end);

    test('[WUP4] [WUP5] [WUP7] a new version is offered outside of rooms, the page goes on until then, and one press brings it', async () => {
      const user = await server.signUp('anna');
      const room = await makeRoom(server, user, { name: 'Open door', visibility: 'public' });
      // Large enough that the toast with the offer covers no button that the test presses.
      await page.setViewportSize({ width: 1280, height: 800 });
      const guest = await browser.context.newPage();
      await guest.goto(`${server.url}/r/${room}`);
      await visitOnce();
      await page.getByRole('button', { name: 'Create room' }).waitFor();
      const loaded = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(8))`,
      );
      await page.evaluate(keepSpanish);
      await expect.poll(() => page.evaluate(keptLanguages)).toEqual(['en', 'es']);
      // The update lacks the code that this page has not loaded yet.
      await deploy(
        makeBuild(
          'second',
          (name) => name.endsWith('.js') && !/sw.js$|early/.test(name) && !loaded.includes(basename(name)),
        ),
      );
      await page.evaluate(`navigator.serviceWorker.ready.then((it) => it.update())`);
      await page.getByText('A new version of Matinee is ready.').waitFor({ timeout: 60_000 });
      await expectAccessible(page);
      if (process.env.MATINEE_SHOTS) await page.screenshot({ path: `${process.env.MATINEE_SHOTS}/update.png` });
      expect(await guest.getByText('A new version').count()).toBe(0);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await guest.getByRole('link', { name: 'Go to the start page' }).click();
      await guest.getByText('A new version of Matinee is ready.').waitFor({ timeout: 60_000 });
      expect(await buildOf(guest)).not.toBe('second');
      await guest.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => buildOf(guest)).toBe('second');
      expect(await guest.getByText('A new version').count()).toBe(0);
      expect(await guest.evaluate(keptLanguages)).toEqual(['en', 'es']);
      // The other page is still the earlier version, and finds its code.
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('heading', { name: 'Create an account' }).waitFor();
      expect(await buildOf(page)).not.toBe('second');
    }, 120_000);

    test('[WUP6] a build without a worker takes the earlier one away', async () => {
      await visitOnce();
      const root = makeBuild('third', (name) => name.endsWith('sw.js'));
      writeFileSync(
        join(root, 'index.html'),
        readFileSync(join(root, 'index.html'), 'utf8').replace('content="third"', 'content=""'),
      );
      await deploy(root);
      await page.evaluate(`navigator.serviceWorker.ready.then((it) => it.update())`);
      await expect.poll(() => page.evaluate(`caches.keys()`)).toEqual([]);
      await expect
        .poll(() => page.evaluate(`navigator.serviceWorker.getRegistrations().then((all) => all.length)`))
        .toBe(0);
    });
  });
});
