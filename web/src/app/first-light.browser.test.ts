import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const password = 'Correct-horse-7';

/** Starts what `npm start` starts, on a data directory of its own; gives its address. */
async function startServer(dataDir: string): Promise<{ url: string; server: ChildProcess }> {
  const args = [
    'server/dist/main.js',
    '--data-dir',
    dataDir,
    '--port',
    '0',
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

/** Waits until `read` in the page gives true. */
const until = (page: Page, read: string) => page.waitForFunction(read, undefined, { timeout: 20_000 });

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
      makeTestMedia(60),
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

  test('[WR1] a room is one click away, and a pasted link plays', async () => {
    await annaPage.goto(`${url}/signup`);
    await signUp(annaPage, 'anna');
    await annaPage.getByRole('button', { name: 'Create room' }).first().click();
    await annaPage.getByRole('button', { name: 'Create room' }).last().click();
    await annaPage.waitForURL(/\/r\/room_/);
  });
});
