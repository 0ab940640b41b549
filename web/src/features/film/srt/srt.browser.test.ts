import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('sending by SRT', () => {
  let server: TestServer;
  let browser: TestBrowser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({
        webRoot,
        config: { 'srt.host': '127.0.0.1', 'srt.public_host': '127.0.0.1' },
        settings: { 'srt.enabled': true, 'srt.udpPorts': '9740-9759' },
      }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WSR1] [WSR2] she gets an address that is hidden, and learns what to do in her program', async () => {
    const anna = await server.signUp('anna');
    const room = await makeRoom(server, anna);
    const page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('button', { name: 'Live stream' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The match');
    await page.getByRole('button', { name: 'Add live stream' }).click();
    await page.getByRole('button', { name: 'Make an SRT address' }).click();
    const field = page.getByLabel('SRT address', { exact: true });
    const address = await field.inputValue();
    expect(address).toMatch(/^srt:\/\/127\.0\.0\.1:97[45]\d\?mode=caller&passphrase=[\w-]{43}&pbkeylen=16$/);
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByText('The server waits 30 min for your stream.').waitFor();
    await page.getByRole('button', { name: 'Copy SRT address' }).waitFor();
    await page.getByText('paste the SRT address as Server').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Send by SRT with').selectOption('ffmpeg');
    const command = await page.getByLabel('SRT command', { exact: true }).inputValue();
    expect(command).toContain("-f mpegts 'srt://127.0.0.1:");
    expect(command).not.toContain(new URL(address).searchParams.get('passphrase'));
    await page.getByLabel('Send by SRT with').selectOption('larix');
    await page.getByRole('button', { name: 'Show the code for SRT' }).click();
    await page.getByRole('img', { name: /sets up Larix for SRT/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make another SRT address' }).click();
    await expect.poll(() => field.inputValue()).not.toBe(address);
  });
});
