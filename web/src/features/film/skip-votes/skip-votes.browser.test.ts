import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('votes to go on', () => {
  let server: TestServer;
  let media: TestMedia;
  let browsers: [TestBrowser, TestBrowser];
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let annaPage: Page;
  let benPage: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const vote = (page: Page) => page.getByRole('button', { name: 'Vote to skip', exact: true });
  const withdraw = (page: Page) => page.getByRole('button', { name: 'Take your vote back', exact: true });
  const standing = (page: Page) => page.getByRole('status').filter({ hasText: '1 of 2 votes to skip' });

  beforeAll(async () => {
    const [one, first, second] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser({ width: 1280, height: 800 }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [server, browsers] = [one, [first, second]];
    media = await makeTestMedia(20, smallFilm);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    annaPage = await first.context.newPage();
    benPage = await second.context.newPage();
    await signInBrowser(annaPage, anna);
    await signInBrowser(benPage, ben);
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    media?.close();
    await server?.stop();
  });

  test('[WSV4] a party is opened as one of the kinds of an evening', async () => {
    await annaPage.goto(`${server.url}/`);
    await annaPage.getByRole('button', { name: 'Choose name and settings' }).click();
    const dialog = annaPage.getByRole('dialog');
    await dialog.getByText('Party', { exact: true }).click();
    await expectAccessible(annaPage);
    await dialog.getByRole('button', { name: 'Create room' }).click();
    await annaPage.waitForURL(/\/r\/room_/);
    room = new URL(annaPage.url()).pathname.split('/')[2]!;
    const { settings } = await call('GetRoomSettings');
    expect(settings).toMatchObject({ control: 'hosts', skip_vote_percent: 50, auto_play_delay_seconds: 5 });
  });

  test('[WSV1] [WSV2] [WSV3] each votes and takes it back, all see how it stands, and with enough votes the next film begins', async () => {
    await joinRoom(server, room, ben);
    await call('UpdateRoomSettings', { settings: { skip_vote_percent: 100, wait_seconds: 0 } });
    const added = [];
    for (const name of ['First', 'Second'])
      added.push((await call('AddMedia', { name, source: { direct_url: { url: media.mp4Url } } })).media.id);
    await call('StartPlayback', { media_id: added[0], paused: true });
    await benPage.goto(`${server.url}/r/${room}`);
    await vote(benPage).click();
    await withdraw(benPage).waitFor();
    await standing(annaPage).waitFor();
    await benPage.reload();
    await withdraw(benPage).click();
    await standing(annaPage).waitFor({ state: 'detached' });
    await vote(benPage).click();
    await standing(annaPage).waitFor();
    await expectAccessible(benPage);
    await vote(annaPage).click();
    await benPage.getByText('Enough of you wanted to go on').waitFor();
    expect((await call('GetPlayback')).playback_state).toMatchObject({ media_id: added[1], action: 'skip_vote' });
    await vote(benPage).waitFor();
    await call('UpdateRoomSettings', { settings: { skip_vote_percent: 0 } });
    await vote(benPage).waitFor({ state: 'detached' });
  });
});
