import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('what was said before', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let room: string;
  let film: string;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser({ width: 360, height: 800 })]);
    anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    film = await addMedia(server, room, anna, 'Metropolis');
    await play(0);
    await say(anna, 'What a city!', 100, "now() - interval '2 days'");
    await say(anna, 'The machine explodes', 130, "now() - interval '2 days'");
    await say(anna, 'Still tonight', 100, 'now()');
    page = await browser.context.newPage();
    await signInBrowser(page, ben);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const ok = (call: string, request: object, { token } = anna) =>
    server.ok({ call: `RoomService.${call}`, token, room, request: request as never });
  const play = (position_seconds: number) => ok('StartPlayback', { media_id: film, position_seconds, paused: true });
  const strip = () => page.getByRole('region', { name: 'Said here before' });

  async function say(author: TestUser, content: string, position: number, when: string): Promise<void> {
    const { message } = await ok('SendChatMessage', { client_message_id: content, content }, author);
    await server.sql(`update chat_messages set playback_position_seconds = $2, created_at = ${when} where id = $1`, [
      message.id,
      position,
    ]);
  }

  test('[WSB1] who watches later is offered what others said, and not what was said just now', async () => {
    await page.goto(`${server.url}/r/${room}`);
    await strip().getByText('Others wrote something').waitFor();
    await expectAccessible(page);
    await strip().getByRole('button', { name: 'Show', exact: true }).click();
    await strip().getByText('Nothing was said here.').waitFor();
  });

  test('[WSB2] it stands beside its place, without what comes later in the film', async () => {
    await play(105);
    await strip().getByRole('listitem').first().waitFor();
    expect(await strip().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/anna[\s\S]*What a city!/),
    ]);
    await expectAccessible(page);
    await play(140);
    await expect.poll(() => strip().innerText()).toMatch(/The machine explodes/);
    expect(await strip().innerText()).not.toMatch(/What a city|Still tonight/);
  });

  test('[WSB1] the device keeps that it is shown, until it is hidden', async () => {
    await play(105);
    await page.reload();
    await strip().getByText('What a city!').waitFor();
    await strip().getByRole('button', { name: 'Hide what was said before' }).click();
    await strip().waitFor({ state: 'detached' });
    await page.reload();
    await strip().getByRole('button', { name: 'Not now' }).click();
    await strip().waitFor({ state: 'detached' });
  });
});
