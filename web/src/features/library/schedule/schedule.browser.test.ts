import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { addMedia, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('a scheduled start', () => {
  let server: TestServer;
  let browsers: TestBrowser[];
  let anna: TestUser;
  let bert: TestUser;
  let room: string;
  /** Anna at a desk, in English. */
  let desk: Page;
  /** Bert with a phone, in German. */
  let phone: Page;

  beforeAll(async () => {
    server = await startTestServer({ webRoot });
    [anna, bert] = [await server.signUp('anna'), await server.signUp('bert')];
    room = await makeRoom(server, anna, { name: 'Film club' });
    browsers = await Promise.all([startBrowser(), startBrowser({ width: 390, height: 844 })]);
    [desk, phone] = (await Promise.all(browsers.map(({ context }) => context.newPage()))) as [Page, Page];
    await browsers[1]!.context.addInitScript(() => localStorage.setItem('matinee.language', 'de'));
    await signInBrowser(desk, anna);
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await server?.stop();
  });

  const start = (page: Page) => page.getByRole('region', { name: /^(Scheduled start|Geplanter Beginn)$/ });
  const put = (request: object) =>
    server.ok({ call: 'ScheduleService.PutSchedule', token: anna.token, room, request: request as never });
  /** The item that plays at the scheduled start. */
  let film: string;
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  test('[WSH3] the host schedules the start by one press', async () => {
    await desk.goto(`${server.url}/r/${room}`);
    await desk.getByRole('button', { name: 'More' }).click();
    await desk.getByRole('menuitem', { name: 'Schedule a start' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Schedule a start' });
    await dialog.getByRole('button', { name: 'Tomorrow 20:00' }).click();
    expect(await dialog.getByLabel('Day and time').inputValue()).toMatch(/T20:00$/);
    await dialog.getByLabel('Title (optional)').fill('Last film of the year');
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await start(desk).getByRole('heading', { name: 'Last film of the year' }).waitFor();
    await expectAccessible(desk);
  });

  test('[WSH1] without an account the invitation says when, counts down, and leads to the calendar', async () => {
    await phone.goto(`${server.url}/r/${room}`);
    await start(phone).getByText('Last film of the year').waitFor();
    await start(phone)
      .getByText(/20:00 (Uhr )?\S+$/)
      .waitFor();
    const link = start(phone).getByRole('link', { name: 'In den Kalender' });
    const file = await phone.request.get(new URL((await link.getAttribute('href'))!, server.url).href);
    expect(file.headers()['content-type']).toContain('text/calendar');
    expect(await file.text()).toContain('SUMMARY:Last film of the year (Film club)');
    await expectAccessible(phone);
  });

  test('[WSH1] the card of the room says how long it is until then', async () => {
    await phone.goto(server.url);
    await phone
      .getByRole('link', { name: /Film club/ })
      .getByText(/Beginnt in \d+ Stunden|Beginnt in 1 Tag/)
      .waitFor();
  });

  test('[WSH3] everybody in the room sees that it is moved, and that it is called off', async () => {
    await joinRoom(server, room, bert);
    await signInBrowser(phone, bert);
    await phone.goto(`${server.url}/r/${room}`);
    await start(phone).getByText('Last film of the year').waitFor();
    await expectAccessible(phone);
    await start(desk).getByRole('button', { name: 'Change the start' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Change the start' });
    await dialog.getByLabel('Title (optional)').fill('A film');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await start(phone).getByRole('heading', { name: 'A film' }).waitFor();
    expect(await start(phone).getByRole('button', { name: 'Beginn ändern' }).count()).toBe(0);
    await expect.poll(() => start(phone).getByRole('button').count()).toBe(1);
    await start(desk).getByRole('button', { name: 'Change the start' }).click();
    await desk.getByRole('button', { name: 'Call off the start' }).click();
    await phone.getByText('Der Beginn wurde abgesagt.').waitFor();
    await start(phone).waitFor({ state: 'detached' });
    await start(desk).waitFor({ state: 'detached' });
  });

  test('[WSH5] members say whether they come, all see who does, and another press takes it back', async () => {
    await put({ starts_at: inMs(3_600_000) });
    await start(desk).getByRole('button', { name: 'I am in' }).click();
    await start(desk).getByRole('button', { name: 'I am in 1', pressed: true }).waitFor();
    await start(phone).getByRole('button', { name: '1 kommt' }).click();
    const asked = phone.getByRole('dialog', { name: 'Bist du dabei?' });
    await asked.getByText(anna.username).waitFor();
    await asked.getByRole('button', { name: 'Vielleicht' }).click();
    await start(desk).getByRole('button', { name: 'Maybe 1', pressed: false }).waitFor();
    await asked.getByRole('button', { name: 'Ich bin dabei 1' }).click();
    const coming = start(desk).getByRole('list', { name: /coming$/ });
    await coming.getByText(bert.username).waitFor();
    await expectAccessible(desk);
    await expectAccessible(phone);
    const other = await browsers[0]!.context.newPage();
    await other.goto(server.url);
    await other
      .getByRole('link', { name: /Film club/ })
      .getByText(/2 are coming/)
      .first()
      .waitFor();
    await other.getByText(`${anna.username} and ${bert.username}`).first().waitFor({ state: 'attached' });
    await other.close();
    await asked.getByRole('button', { name: 'Ich bin dabei 2', pressed: true }).click();
    await start(desk).getByRole('button', { name: 'I am in 1', pressed: true }).waitFor();
    await coming.getByText(bert.username).waitFor({ state: 'detached' });
    await phone.keyboard.press('Escape');
  });

  test('[WSH4] a film that is added before the start waits', async () => {
    await put({ starts_at: inMs(3_600_000) });
    await start(desk).waitFor();
    await desk
      .getByRole('region', { name: 'Film' })
      .getByLabel('Link or title')
      .fill('https://media.example.org/early.mp4');
    await desk.keyboard.press('Enter');
    await desk.getByRole('tab', { name: 'Playlist' }).click();
    await desk.getByRole('listitem').filter({ hasText: 'early' }).first().waitFor();
    await start(desk).waitFor();
    const { playback_state } = await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room });
    expect(playback_state.media_id ?? undefined).toBeUndefined();
  });

  test('[WSH2] in the last minute all screens show the same seconds; then the film begins and the countdown goes', async () => {
    await put({ starts_at: inMs(12_000), starts_film: true });
    const seconds = (page: Page) => start(page).getByRole('timer').textContent();
    await until('both screens show the same', async () => {
      const [one, other] = await Promise.all([seconds(desk), seconds(phone)]);
      return one === other && /^\d+$/.test(one ?? '');
    });
    await Promise.all([desk, phone].map((page) => page.locator('[data-player]').waitFor()));
    await Promise.all([desk, phone].map((page) => start(page).waitFor({ state: 'detached' })));
    const { playback_state } = await server.ok({ call: 'RoomService.GetPlayback', token: anna.token, room });
    expect(playback_state).toMatchObject({ is_playing: true });
    film = playback_state.media_id;
  });

  test('[WSH3] while a film plays, everybody is told that a start is scheduled', async () => {
    // Nobody can load the film, so the room may have left it by now.
    await server.ok({ call: 'RoomService.StartPlayback', token: anna.token, room, request: { media_id: film } });
    await put({ starts_at: inMs(7_200_000) });
    await phone
      .getByRole('status')
      .getByText(/^Beginn: (Mittwoch|\w+tag), /)
      .waitFor();
    await expect.poll(() => start(phone).count()).toBe(0);
  });

  test('[WSH1] over a film that is chosen and waits, one line counts down', async () => {
    await server.ok({
      call: 'RoomService.UpdatePlaybackState',
      token: anna.token,
      room,
      request: { is_playing: false },
    });
    await put({ starts_at: inMs(3_600_000), starts_film: true });
    await start(desk).getByText('Starts on').waitFor();
    await expect.poll(() => start(desk).getByRole('timer').textContent()).toMatch(/^(1:00:00|59:\d\d)$/);
    await expectAccessible(desk);
  });

  test('[WSH5] over a film that is chosen, a button says how many come, and opens the answers', async () => {
    const other = await makeRoom(server, anna);
    const inRoom = (call: string, request: object) =>
      server.ok({ call, token: anna.token, room: other, request: request as never });
    await inRoom('RoomService.StartPlayback', { media_id: await addMedia(server, other, anna), paused: true });
    await inRoom('ScheduleService.PutSchedule', { starts_at: inMs(3_600_000) });
    await desk.goto(`${server.url}/r/${other}`);
    await start(desk).getByRole('button', { name: 'Are you in?' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Are you in?' });
    await dialog.getByRole('button', { name: 'I am in' }).click();
    await dialog.getByRole('button', { name: 'I am in 1', pressed: true }).waitFor();
    await expectAccessible(desk);
    await desk.keyboard.press('Escape');
    await start(desk).getByRole('button', { name: '1 is coming' }).waitFor();
  });

  test('[WSH6] before the start all see what it is for, and who has come', async () => {
    const other = await makeRoom(server, anna);
    await joinRoom(server, other, bert);
    await addMedia(server, other, anna, 'Before.1999.1080p.mkv');
    const named = await addMedia(server, other, anna, 'A.Long.Show.S01E02.1080p.mkv');
    await desk.goto(`${server.url}/r/${other}`);
    await desk.getByRole('button', { name: 'More', exact: true }).click();
    await desk.getByRole('menuitem', { name: 'Schedule a start' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Schedule a start' });
    await dialog.getByRole('button', { name: 'Tomorrow 20:00' }).click();
    await dialog.getByLabel('Film', { exact: true }).selectOption({ label: 'A Long Show · S1 E2' });
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await start(desk).getByText('A Long Show · S1 E2').waitFor();
    const { schedule } = await server.ok({ call: 'ScheduleService.GetSchedule', token: anna.token, room: other });
    expect(schedule).toMatchObject({ media_id: named });
    const here = start(desk).getByRole('region', { name: 'Who is here' });
    await here.getByText('1 person is here').waitFor();
    const socket = await server.socket(other, bert.token);
    await here.getByText('2 people are here').waitFor();
    await here.getByRole('listitem').filter({ hasText: 'bert' }).waitFor();
    await expectAccessible(desk);
    await socket.close();
    await here.getByText('1 person is here').waitFor();
  });

  test.skipIf(!hasFfmpeg)(
    '[WSH7] those who wait hear the music that was chosen, and each stops it for themselves',
    async () => {
      const film = await makeTestMedia(5, smallFilm);
      try {
        const other = await makeRoom(server, anna);
        const inRoom = (call: string, request: object) =>
          server.ok({ call, token: anna.token, room: other, request: request as never });
        await inRoom('RoomService.AddMedia', { name: 'Song', source: { direct_url: { url: film.mp4Url } } });
        await desk.goto(`${server.url}/r/${other}`);
        await desk.getByRole('button', { name: 'More', exact: true }).click();
        await desk.getByRole('menuitem', { name: 'Schedule a start' }).click();
        const dialog = desk.getByRole('dialog', { name: 'Schedule a start' });
        await dialog.getByRole('button', { name: 'Tomorrow 20:00' }).click();
        await dialog.getByLabel('Music until then').selectOption({ label: 'Song' });
        await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
        const music = start(desk).getByRole('button', { name: 'Music: Song' });
        await expect.poll(() => music.getAttribute('aria-pressed')).toBe('true');
        await expectAccessible(desk);
        await music.click();
        await expect.poll(() => music.getAttribute('aria-pressed')).toBe('false');
        await desk.reload();
        expect(await music.getAttribute('aria-pressed')).toBe('false');
        await music.click();
        await expect.poll(() => music.getAttribute('aria-pressed')).toBe('true');
      } finally {
        film.close();
      }
    },
  );
});
