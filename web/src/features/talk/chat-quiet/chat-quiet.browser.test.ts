import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a quiet chat', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let berta: TestUser;
  let room: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, berta);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const openPage = async (user: TestUser): Promise<Page> => {
    const context = await browser.context.browser()!.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    await page.getByRole('textbox', { name: 'Write a message' }).waitFor();
    return page;
  };
  const call = (name: string, request: object) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request: request as never });

  test('[WCQ1] one press makes it quiet while the film plays, and a pause ends that', async () => {
    const media_id = await addMedia(server, room, anna);
    await call('SendChatMessage', { client_message_id: 'm', content: 'Welcome' });
    const [host, member] = [await openPage(anna), await openPage(berta)];
    const field = member.getByRole('textbox', { name: 'Write a message' });
    const reason = member.getByText('Quiet while the film plays: hosts write, you can react.');
    expect(await member.getByRole('button', { name: 'Quiet while the film plays' }).count()).toBe(0);
    const press = host.getByRole('button', { name: 'Quiet while the film plays' });
    await press.click();
    await host.getByText('While the film plays, only hosts write. At a pause everybody can.').waitFor();
    expect(await press.getAttribute('aria-pressed')).toBe('true');
    await member.getByText('Quiet', { exact: true }).waitFor();
    // Nothing plays yet.
    expect(await field.count()).toBe(1);
    await call('StartPlayback', { media_id });
    await reason.waitFor();
    expect(await field.count()).toBe(0);
    await expectAccessible(member);
    await expectAccessible(host);
    await member.getByText('Welcome').hover();
    await member.getByRole('button', { name: 'React' }).first().waitFor();
    expect(await member.getByRole('button', { name: 'Answer' }).count()).toBe(0);
    expect(await host.getByRole('textbox', { name: 'Write a message' }).count()).toBe(1);
    await call('UpdatePlaybackState', { is_playing: false });
    await field.waitFor();
    expect(await reason.count()).toBe(0);
    await press.click();
    await host.getByText('Everybody can write again.').waitFor();
    await member.getByText('Quiet', { exact: true }).waitFor({ state: 'detached' });
    await host.context().close();
    await member.context().close();
  });
});
