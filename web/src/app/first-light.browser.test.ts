import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { untilInStep } from '@matinee/testkit/films/watching.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { until } from '@matinee/testkit/until.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const password = 'Correct-horse-7';

/** Starts the same server as `npm start`, with a data directory of its own. @returns its address */
async function startServer(dataDir: string, port = '0'): Promise<{ url: string; server: ChildProcess }> {
  const args = [
    'server/dist/main.js',
    '--data-dir',
    dataDir,
    '--port',
    port,
    '--config',
    'config/quick-start.yaml',
    '--web-root',
    'web/dist',
  ];
  const server = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MATINEE_LIMITS_ENABLED: 'false', MATINEE_LOG_LEVEL: 'warn' },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening on (http:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return { url, server };
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

const isMoving = `(() => { const v = document.querySelector('video'); return v && !v.paused && v.currentTime > 0.5 && v.readyState >= 3; })()`;
const isStill = `document.querySelector('video').paused`;
/** Position of the film minus that of the room, in seconds. */
const position = `document.querySelector('video').currentTime - window.__matinee.sync.expected()`;

/** Waits until `read` gives true in each page. A page's policy forbids `eval`, so the test asks from outside. */
function untilAll(read: string, ...pages: readonly Page[]): Promise<unknown> {
  return Promise.all(pages.map((page) => until(read, () => page.evaluate<boolean>(read))));
}

describe.skipIf(!hasChromium || !hasFfmpeg)('two browsers, one film', () => {
  let media: TestMedia;
  let server: ChildProcess;
  let url: string;
  let anna: TestBrowser;
  let ben: TestBrowser;
  let annaPage: Page;
  let benPage: Page;
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-first-light-'));

  beforeAll(async () => {
    [media, anna, ben, { url, server }] = await Promise.all([
      makeTestMedia(300, smallFilm),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
      startServer(dataDir),
    ]);
    annaPage = await anna.context.newPage();
    benPage = await ben.context.newPage();
  });

  afterAll(async () => {
    await Promise.all([anna?.close(), ben?.close()]);
    media?.close();
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server?.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('a room is one click away, and a pasted link plays', async () => {
    await annaPage.goto(`${url}/signup`);
    await signUp(annaPage, 'anna');
    await annaPage.getByRole('button', { name: 'Create room' }).click();
    await annaPage.waitForURL(/\/r\/room_/, { waitUntil: 'commit' });
    await annaPage.getByRole('tab', { name: 'Chat' }).waitFor();
    await annaPage.getByRole('textbox', { name: 'Link or title' }).fill(media.mp4Url);
    await annaPage.keyboard.press('Enter');
    // The server itself does not connect to this address, and warns of that first.
    await annaPage.getByRole('button', { name: 'Play now' }).click();
    await untilAll(isMoving, annaPage);
  });

  test('[WR2] the link leads a friend into the room by a name, to the same frame', async () => {
    await benPage.goto(annaPage.url());
    await benPage.getByRole('textbox', { name: 'Your name' }).fill('ben');
    await benPage.getByText('Join and watch').click();
    await untilAll(isMoving, benPage);
    await untilInStep(100, annaPage, benPage);
    const [a, b] = await Promise.all([annaPage.evaluate<number>(position), benPage.evaluate<number>(position)]);
    expect(Math.abs(a - b)).toBeLessThan(0.5);
  });

  test('they chat, and a link in a message can be followed', async () => {
    await annaPage.getByLabel('Write a message').fill('Hello Ben, see https://example.org!');
    await annaPage.keyboard.press('Enter');
    const link = benPage.getByRole('link', { name: 'https://example.org' });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    await benPage.getByLabel('Write a message').fill('Hi Anna');
    await benPage.keyboard.press('Enter');
    await annaPage.getByText('Hi Anna').waitFor();
  });

  test('the host pauses for both, and a member cannot', async () => {
    await annaPage.mouse.move(300, 300);
    await annaPage.getByRole('button', { name: 'Pause' }).first().click();
    await untilAll(isStill, annaPage, benPage);
    expect(await benPage.getByRole('button', { name: /^Play( |$)/ }).count()).toBe(0);
    await annaPage.keyboard.press('k');
    await untilAll(isMoving, annaPage, benPage);
  });

  test('neither page has a fault that assistive technology stumbles over', async () => {
    for (const page of [annaPage, benPage]) {
      await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
      const violations = await page.evaluate<string[]>(
        `axe.run(document, { rules: { 'video-caption': { enabled: false } } }).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))`,
      );
      expect(violations).toEqual([]);
    }
  });

  test('a server that was killed comes back, and both pages go on by themselves', async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    await annaPage.getByText('Connection lost').waitFor();
    await annaPage.getByLabel('Write a message').fill('Are you still there?');
    await annaPage.keyboard.press('Enter');
    ({ server } = await startServer(dataDir, new URL(url).port));
    // Pages try again after ten seconds at the latest.
    await benPage.getByText('Are you still there?').waitFor({ timeout: 60_000 });
    await annaPage.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 60_000 });
  }, 100_000);
});
