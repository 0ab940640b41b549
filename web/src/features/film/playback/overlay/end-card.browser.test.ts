import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Length of the film, in seconds. */
const length = 20;

describe.skipIf(!hasChromium || !hasFfmpeg)('the end of a film', () => {
  let server: TestServer;
  let media: TestMedia;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  const films: string[] = [];
  let page: Page;
  let other: Page;

  const call = (name: string, request: Parameters<TestServer['ok']>[0]['request'] = {}) =>
    server.ok({ call: `RoomService.${name}`, token: anna.token, room, request });
  const state = async () => (await call('GetPlayback')).playback_state;
  const card = (at = page) => at.locator('[data-end-card]');
  const press = (name: string, at = page) => card(at).getByRole('button', { name }).click();
  const open = async (user: TestUser, viewport: { width: number; height: number }) => {
    const context = await browser.context.browser()!.newContext({ locale: 'en-US', viewport });
    const opened = await context.newPage();
    await signInBrowser(opened, user);
    await opened.goto(`${server.url}/r/${room}`);
    return opened;
  };
  const rest = (auto_play_delay_seconds: number) =>
    call('UpdateRoomSettings', { settings: { auto_play_delay_seconds, control: 'hosts', wait_seconds: 0 } });
  const playEnd = (film: string) => call('StartPlayback', { media_id: film, position_seconds: length - 2 });

  beforeAll(async () => {
    [server, media, browser] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(length, { size: '640x360', rate: 15 }),
      startBrowser({ width: 1280, height: 800 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    for (const name of ['The first film', 'The second film']) {
      const added = await call('AddMedia', { name, source: { direct_url: { url: media.mp4Url } } });
      films.push(added.media.id);
    }
    await server.sql('update media set duration_seconds = $1 where id = any($2)', [length, films]);
    await rest(60);
    page = await open(anna, { width: 1280, height: 800 });
    other = await open(ben, { width: 390, height: 844 });
  });
  afterAll(async () => {
    await Promise.all([page, other].map((opened) => opened?.context().close()));
    await browser?.close();
    media?.close();
    await server?.stop();
  });

  test('[SY86] all see what follows and when; whoever has the remote stays, and watches again', async () => {
    await playEnd(films[0]!);
    for (const at of [page, other]) {
      await card(at)
        .getByText(/Next in \d+ seconds/)
        .waitFor();
      await card(at).getByText('The second film').waitFor();
    }
    await expectAccessible(page);
    const steering = card(other).getByRole('button', { name: /Play now|Stay here|Watch again/ });
    expect(await steering.count()).toBe(0);
    await press('Stay here');
    await card(other).getByText('The end').waitFor();
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: false, action: 'pause' });
    await press('Watch again');
    await card().waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 0 });
  });

  test('[SY86] it can be watched again during the rest, or the next one begins at once', async () => {
    await playEnd(films[0]!);
    await card()
      .getByText(/Next in/)
      .waitFor();
    await press('Watch again');
    await card().waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 0 });
    await playEnd(films[0]!);
    await press('Play now');
    await card(other).waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[1], is_playing: true });
  });

  test('[SY86] the next one begins by itself when the rest is over', async () => {
    await rest(3);
    await playEnd(films[0]!);
    await card()
      .getByText(/Next in/)
      .waitFor();
    await expect.poll(state, { timeout: 30_000 }).toMatchObject({ media_id: films[1], is_playing: true });
    expect(await state()).toMatchObject({ action: 'advance' });
    await card().waitFor({ state: 'detached' });
  });

  test('[WFR6] its most loved moment is a press away for whoever has the remote', async () => {
    await rest(60);
    await call('StartPlayback', { media_id: films[0]!, position_seconds: length - 7 });
    await call('SendFilmReaction', { reaction_key: '❤️' });
    await card(other).getByText('0:10').waitFor();
    await card(page)
      .getByRole('button', { name: /^Play from.*0:10.*by 1 person/ })
      .waitFor();
    expect(
      await card(other)
        .getByRole('button', { name: /Play from/ })
        .count(),
    ).toBe(0);
    await expectAccessible(page);
    await card(page)
      .getByRole('button', { name: /Play from/ })
      .click();
    await card(other).waitFor({ state: 'detached' });
    expect(await state()).toMatchObject({ media_id: films[0], is_playing: true, position_seconds: 5 });
  });

  test('[SY71] after the last item nothing is counted down', async () => {
    await playEnd(films[1]!);
    await card().getByText('The end').waitFor();
    expect(
      await card()
        .getByText(/Next in/)
        .count(),
    ).toBe(0);
  });
});
