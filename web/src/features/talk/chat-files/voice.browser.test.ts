import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Chromium beeps once a second into its own microphone. */
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

describe.skipIf(!hasChromium)('voice messages', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let page: Page;

  const log = () => page.getByRole('log', { name: 'Messages' });
  const record = () => page.getByRole('button', { name: 'Record a voice message' });
  const recorder = () => page.getByRole('group', { name: 'Voice message' });
  const newest = async () => {
    const request = { page_size: 1 };
    const { messages } = await server.ok({ call: 'RoomService.GetChatHistory', token: anna.token, room, request });
    return messages[0];
  };
  const recordedSeconds = async (seconds: number) =>
    until('so much is recorded', async () =>
      (await recorder().getByRole('timer').textContent())?.endsWith(`0:0${seconds}`),
    );

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser({ width: 1280, height: 800 }, microphone),
    ]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await record().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WCF8] Escape throws a recording away', async () => {
    await record().focus();
    await page.keyboard.press('Enter');
    await recordedSeconds(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await until('the button has the focus', () =>
      record().evaluate((one) => one === (globalThis as never as { document: Document }).document.activeElement),
    );
    expect(await newest()).toBe(undefined);
  });

  test('[WCF7] [WCF8] a recording is listened to, sent with its waveform and its length, and played', async () => {
    await page.waitForTimeout(800);
    await record().click();
    await recordedSeconds(2);
    await recorder().getByRole('button', { name: 'Stop and listen' }).click();
    await recorder().getByRole('button', { name: 'Play: Voice message' }).click();
    await recorder().getByRole('button', { name: 'Pause: Voice message' }).waitFor();
    await expectAccessible(page);
    await recorder().getByRole('button', { name: 'Send the voice message' }).click();
    const play = log().getByRole('button', { name: 'Play: Voice message' });
    await play.waitFor();
    const [attachment] = (await newest()).attachments;
    expect(attachment).toMatchObject({ kind: 'file', mime_type: 'audio/webm' });
    expect(attachment.duration_seconds).toBeGreaterThan(1.5);
    expect(Buffer.from(attachment.waveform, 'base64').some((level: number) => level === 255)).toBe(true);
    await play.click();
    const slider = log().getByRole('slider', { name: 'Position in: Voice message' });
    await until('it plays', async () => Number(await slider.inputValue()) > 0.3);
    await log().getByRole('button', { name: 'Pause: Voice message' }).click();
    await slider.focus();
    await page.keyboard.press('Home');
    await until('it is at its beginning', async () => Number(await slider.inputValue()) === 0);
    await page.keyboard.press('ArrowRight');
    await until('it is at its end', async () => Number(await slider.inputValue()) > 1.5);
    await expectAccessible(page);
  });

  test('[WCF8] letting go of a long press sends, and sliding away from it throws away', async () => {
    const before = (await newest()).id;
    const box = (await record().boundingBox())!;
    const press = async () => {
      await page.waitForTimeout(800);
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await recordedSeconds(1);
    };
    await press();
    await page.mouse.move(box.x - 200, box.y + 20, { steps: 4 });
    await recorder().waitFor({ state: 'detached' });
    await page.mouse.up();
    expect((await newest()).id).toBe(before);
    await press();
    await page.mouse.up();
    await until('it is sent', async () => (await newest()).id !== before);
  });

  test('[WCF8] a press that ended before the recorder was there is a short one: what it records can be listened to', async () => {
    const before = (await newest()).id;
    await page.waitForTimeout(800);
    // The page draws nothing between the two events.
    await page.evaluate(`for (const type of ['pointerdown', 'pointerup'])
      document.querySelector('[aria-label="Record a voice message"]').dispatchEvent(new PointerEvent(type, { bubbles: true }))`);
    await recordedSeconds(1);
    await recorder().getByRole('button', { name: 'Stop and listen' }).click();
    await recorder().getByRole('button', { name: 'Play: Voice message' }).waitFor();
    expect((await newest()).id).toBe(before);
    await page.keyboard.press('Escape');
  });

  test('[WCF8] who does not allow the microphone is told what to do', async () => {
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await page.waitForTimeout(800);
    await record().click();
    await recorder().getByRole('alert').getByText('This page may not use the microphone.').waitFor();
    await expectAccessible(page);
    await recorder().getByRole('button', { name: 'Close' }).click();
  });
});
