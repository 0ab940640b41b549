import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A player that lands two seconds before each place that it seeks, and whose speed stays as it is. */
const holdBack = `{
  const { prototype } = HTMLMediaElement;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'currentTime');
  Object.defineProperty(prototype, 'currentTime', { get, set(to) { set.call(this, Math.max(0, to - 2)); } });
  const rate = Object.getOwnPropertyDescriptor(prototype, 'playbackRate');
  Object.defineProperty(prototype, 'playbackRate', { get: rate.get, set() {} });
}`;
/** A browser that knows no codec. The test lets it load what no browser plays. */
const lackCodecs = `HTMLMediaElement.prototype.canPlayType = () => '';`;

describe.skipIf(!hasChromium || !hasFfmpeg)('the diagnosis of a room', () => {
  let server: TestServer;
  let film: TestMedia;
  let browser: TestBrowser;
  let people: Record<'anna' | 'ben' | 'cara', TestUser>;
  let room: string;
  let anna: Page;
  let ben: Page;
  let cara: Page;

  async function open(user: TestUser, script = ''): Promise<Page> {
    const person = await startBrowser({ width: 1280, height: 800 });
    others.push(person);
    const page = await person.context.newPage();
    await page.addInitScript(script);
    if (script === lackCodecs)
      await page.route(film.mp4Url, (route) =>
        route.fulfill({
          body: 'no film that anybody knows',
          contentType: 'video/mp4',
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
    await signInBrowser(page, user);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  }
  const others: TestBrowser[] = [];
  const cardOf = (page: Page, { username }: TestUser) =>
    page.getByRole('list', { name: 'Viewers' }).getByRole('listitem').filter({ hasText: username });

  beforeAll(async () => {
    [server, film, browser] = await Promise.all([
      startTestServer({ webRoot, config: { 'media_probe.enabled': true, 'conversion.enabled': false } }),
      makeTestMedia(120, smallFilm),
      startBrowser(),
    ]);
    const [a, b, c] = await Promise.all([server.signUp('anna'), server.signUp('ben'), server.signUp('cara')]);
    people = { anna: a!, ben: b!, cara: c! };
    room = await makeRoom(server, people.anna, { settings: { wait_seconds: 0 } });
    await joinRoom(server, room, people.ben, people.cara);
    const asAnna = (call: string, request: object) =>
      server.ok({ call: `RoomService.${call}`, token: people.anna.token, room, request: request as never });
    const { media } = await asAnna('AddMedia', { source: { direct_url: { url: film.mp4Url } }, name: 'Film' });
    anna = await open(people.anna);
    ben = await open(people.ben, lackCodecs);
    cara = await open(people.cara, holdBack);
    // Only now, so that no page plays while the others load.
    await asAnna('StartPlayback', { media_id: media.id, position_seconds: 20 });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...others, browser].map((one) => one?.close()));
    film?.close();
    await server?.stop();
  });

  test('[WDG5] [DG4] who lags, who lacks a codec and who is fine are named with the cause', async () => {
    await anna.getByRole('button', { name: 'More', exact: true }).click();
    await anna.getByRole('menuitem', { name: 'Does it play for everybody?' }).click();
    await cardOf(anna, people.ben)
      .getByText(`${people.ben.username}’s browser (Chrome) cannot play H264, AAC.`)
      .waitFor({ timeout: 60_000 });
    await cardOf(anna, people.ben)
      .getByText(/Conversion is off/)
      .waitFor();
    await cardOf(anna, people.cara)
      .getByText(/ s out of sync, although no data is missing/)
      .waitFor({ timeout: 60_000 });
    await cardOf(anna, people.anna).getByText('Plays', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await cardOf(anna, people.anna).locator('p').count()).toBe(0);
    await anna
      .getByRole('region', { name: 'Last commands' })
      .getByRole('listitem')
      .filter({ hasText: people.anna.username })
      .getByText('started an item')
      .waitFor();
    await expectAccessible(anna);
    // Both would go on playing.
    await Promise.all([anna.close(), cara.close()]);
  }, 180_000);

  test('[WDG6] an administrator finds it beside the members', async () => {
    const page = await browser.context.newPage();
    await signInBrowser(page, await server.signIn());
    await page.goto(`${server.url}/admin/rooms/${room}`);
    await page.getByRole('button', { name: 'Diagnose' }).click();
    await cardOf(page, people.ben)
      .getByText(/cannot play H264/)
      .waitFor();
    await expectAccessible(page);
  });

  test('[WDG4] whoever does not look after the room is not offered it', async () => {
    await ben.getByRole('button', { name: 'More', exact: true }).click();
    await ben.getByRole('menuitem').first().waitFor();
    expect(await ben.getByRole('menuitem', { name: 'Does it play for everybody?' }).count()).toBe(0);
  });
});
