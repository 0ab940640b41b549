/** The built server and web app as a process of their own, and what browser tests do with it. Needs `npm run build`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { testPassword } from './server.ts';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Folder for pictures of what was tested; absent: none. */
const pictures = process.env.TEST_PICTURES;

export interface BuiltApp {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it on a data directory of its own; the first account is `root` with the password of tests. */
export async function startBuiltApp(): Promise<BuiltApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-built-'));
  const args = ['server/dist/main.js', '--data-dir', dataDir, '--port', '0', '--web-root', 'web/dist'];
  const server = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MATINEE_LIMITS_ENABLED: 'false',
      MATINEE_LOG_LEVEL: 'warn',
      MATINEE_BOOTSTRAP_ROOT_PASSWORD: testPassword,
      MATINEE_BOOTSTRAP_SETTINGS: '{"user.enablePasswordSignup": true}',
    },
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
  return { url, stop: () => stop(server, dataDir) };
}

async function stop(server: ChildProcess, dataDir: string): Promise<void> {
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Signs in by the page. */
export async function signInPage(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.getByText(`What are we watching, ${username}?`).waitFor();
}

/** Keeps a picture of the page where `TEST_PICTURES` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** What axe finds wrong with the page as it is now. */
export async function faultsOfPage(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate<string[]>(
    `axe.run(document).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))`,
  );
}
