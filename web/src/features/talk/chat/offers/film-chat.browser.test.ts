import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import type { ContractCall } from '@matinee/testkit/contract-call.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, spokenNodes, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('the chat over a film that fills the screen', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let page: Page;
  let devTools: CDPSession;

  const call = (user: TestUser, name: string, request: NonNullable<ContractCall['request']>) =>
    server.ok({ call: name, token: user.token, room, request });
  const writes = (content: string) =>
    call(ben, 'RoomService.SendChatMessage', { content, client_message_id: `ben ${content}` });
  const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
  const over = () => page.getByRole('region', { name: 'Player' }).getByRole('log', { name: 'Messages' });
  const opacity = (line: Locator) => line.evaluate((element) => getComputedStyle(element).opacity);
  const choose = async (place: string) => {
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Chat in full screen' }).click();
    await page.getByRole('dialog', { name: 'Chat in full screen' }).getByText(place, { exact: true }).click();
    await page.keyboard.press('Escape');
  };

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser({ width: 1440, height: 900 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const source = { direct_url: { url: media.mp4Url } };
    const film = await call(anna, 'RoomService.AddMedia', { name: 'Film', source });
    await call(anna, 'RoomService.StartPlayback', { media_id: film.media.id });
    page = await browser.context.newPage();
    devTools = await browser.context.newCDPSession(page);
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
    await writes('From before');
    await page.getByRole('log').getByText('From before').waitFor();
    await page.keyboard.press('f');
    await until('full screen', isFull);
  });

  afterAll(async () => {
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[WC7] a new message stands over the film and fades, an old one does not come', async () => {
    await over().waitFor();
    await writes('Hello over there');
    const line = over().getByText('Hello over there');
    await line.waitFor();
    await until('it is seen', async () => (await opacity(line)) === '1');
    expect(await opacity(over().getByText('From before'))).toBe('0');
    await until('it has faded', async () => (await opacity(line)) === '0');
  });

  test('[WC7] it lies above the subtitles and the controls, and lets presses through to the film', async () => {
    const box = (await page
      .getByRole('region', { name: 'Player' })
      .getByRole('region', { name: 'Chat' })
      .boundingBox())!;
    const position = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!;
    expect(box.y + box.height).toBeLessThan(position.y - 100);
    expect(box.x).toBeGreaterThan(1440 / 2);
    const hit = await page.evaluate(
      `document.elementFromPoint(${box.x + box.width - 20}, ${box.y + box.height - 80}).tagName`,
    );
    expect(hit).toBe('VIDEO');
  });

  test('[WC7] Enter opens a field, Enter sends, and nothing else happens to the room', async () => {
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Write a message' });
    await field.waitFor();
    await until(
      'the earlier messages are there to answer',
      async () => (await opacity(over().getByText('From before'))) === '1',
    );
    await expectAccessible(page);
    await page.keyboard.type('find me k f 2');
    await page.keyboard.press('Enter');
    await over().getByText('find me k f 2').waitFor();
    await field.waitFor({ state: 'hidden' });
    expect(await isFull()).toBe(true);
    await page.keyboard.press('c');
    await field.waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
    expect((await spokenNodes(page)).some(({ role, name }) => role === 'log' && name === 'Messages')).toBe(true);
  });

  test('[WC7] [WC10] [WEM5] over the film too, names and emoji are offered, and whoever is named is mentioned', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Write a message' }).waitFor();
    await page.keyboard.type('hi @be');
    await page.getByRole('option', { name: ben.username }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(':popcor');
    await page.getByRole('option', { name: 'popcorn' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await over().getByText(`hi @${ben.username} 🍿`).waitFor();
    const { messages } = await call(anna, 'RoomService.GetChatHistory', { page_size: 1 });
    expect(messages[0]).toMatchObject({ mentions: [{ user_id: ben.id, offset: 3 }] });
  });

  test('[WC7] [WRM7] where the chat is stays as it was chosen, also after the page is loaded again', async () => {
    await choose('Off');
    await over().waitFor({ state: 'hidden' });
    await choose('Beside the film');
    await page.getByRole('complementary').waitFor();
    await page.keyboard.press('f');
    await until('not full', async () => !(await isFull()));
    await page.reload();
    await until('it plays', () => page.evaluate<boolean>(`document.querySelector('video')?.currentTime > 0`));
    await page.keyboard.press('f');
    await until('full screen', isFull);
    await page.getByRole('complementary').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('complementary').waitFor({ state: 'hidden' });
    await over().waitFor();
  });

  test('[WC7] on a phone that is held sideways a button opens the field', async () => {
    await devTools.send('Emulation.setDeviceMetricsOverride', {
      width: 844,
      height: 390,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await writes('On the phone');
    const line = over().getByText('On the phone');
    await line.waitFor();
    const box = (await line.boundingBox())!;
    const position = (await page.getByRole('slider', { name: 'Position' }).boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThan(position.y);
    await page.locator('video').dispatchEvent('pointermove');
    await page.getByRole('button', { name: 'Write a message' }).click();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('From the sofa');
    await page.keyboard.press('Enter');
    await over().getByText('From the sofa').waitFor();
  });
});
