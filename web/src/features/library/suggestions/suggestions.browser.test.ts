import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('suggestions', () => {
  let server: TestServer;
  let browsers: [TestBrowser, TestBrowser];
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let annaPage: Page;
  let benPage: Page;

  beforeAll(async () => {
    const [one, first, second] = await Promise.all([
      startTestServer({ webRoot }),
      startBrowser({ width: 1280, height: 800 }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [server, browsers] = [one, [first, second]];
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    annaPage = await first.context.newPage();
    benPage = await second.context.newPage();
    await signInBrowser(annaPage, anna);
    await signInBrowser(benPage, ben);
    room = await makeRoom(server, anna, {
      settings: { member_permissions: { added: [], removed: ['manage_own_media'] } },
    });
    await joinRoom(server, room, ben);
    for (const page of [annaPage, benPage]) await page.goto(`${server.url}/r/${room}`);
    await benPage.getByRole('tab', { name: 'Playlist', exact: true }).click();
  });
  afterAll(async () => {
    await Promise.all((browsers ?? []).map((browser) => browser.close()));
    await server?.stop();
  });

  const panelOf = (page: Page) => page.getByRole('region', { name: 'Playlist', exact: true });
  const listOf = (page: Page) => page.getByRole('region', { name: 'Suggestions', exact: true });
  const suggest = async (link: string) => {
    await panelOf(benPage).getByRole('textbox', { name: 'Link or title' }).fill(link);
    await panelOf(benPage).getByRole('button', { name: 'Suggest', exact: true }).click();
  };
  const call = (name: string) => server.ok({ call: `RoomService.${name}`, token: anna.token, room });

  test('[WSG1] [WSG2] [WSG4] who may not add suggests a link, and all see it and by whom', async () => {
    await suggest('mms://films.test/a');
    await benPage.getByText('Links that start with mms').waitFor();
    await suggest('https://films.test/Metropolis.mp4');
    await benPage.getByText('“Metropolis” is suggested.').waitFor();
    await listOf(benPage).getByText('your suggestion · films.test').waitFor();
    await annaPage.getByText(`${ben.username} suggests “Metropolis”.`).waitFor();
    await annaPage.getByRole('button', { name: 'Show', exact: true }).click();
    await listOf(annaPage).getByText(`suggested by ${ben.username} · films.test`).waitFor();
    await annaPage.getByRole('tab', { name: 'Playlist 1 Suggestions' }).waitFor();
    await expectAccessible(annaPage);
    await expectAccessible(benPage);
  });

  test('[WSG3] [WSG4] one press takes it, the item starts and says who suggested it', async () => {
    await listOf(annaPage).getByRole('button', { name: 'Add “Metropolis” to the playlist' }).click();
    await benPage.getByText('Your suggestion “Metropolis” is in the playlist.').waitFor();
    await panelOf(annaPage).getByText(`· suggested by ${ben.username}`).waitFor();
    await annaPage.getByText(`${ben.username} suggests “Metropolis”.`).waitFor({ state: 'detached' });
    await listOf(annaPage).waitFor({ state: 'detached' });
    const { media } = await call('ListPlaylistItems');
    expect(media).toMatchObject([{ name: 'Metropolis', creator_id: anna.id, suggester_id: ben.id }]);
    await expect.poll(async () => (await call('GetPlayback')).playback_state.media_id).toBe(media[0].id);
  });

  test('[WSG5] chance chooses one of two, and everybody is told which', async () => {
    for (const name of ['heads', 'tails'])
      await server.ok({
        ...{ call: 'SuggestionsService.SuggestMedia', token: ben.token, room },
        request: { source: directUrl(name) },
      });
    await listOf(benPage).getByText('tails', { exact: true }).waitFor();
    expect(await benPage.getByRole('button', { name: 'Pick one at random' }).count()).toBe(0);
    await annaPage.getByRole('button', { name: 'Pick one at random' }).click();
    const told = new RegExp(`“(heads|tails)” was drawn, suggested by ${ben.username}\\.`);
    await benPage.getByText(told).waitFor();
    const [, drawn] = told.exec((await annaPage.getByText(told).textContent()) ?? '')!;
    expect((await call('ListPlaylistItems')).media.map(({ name }: { name: string }) => name)).toEqual([
      'Metropolis',
      drawn,
    ]);
    // One that waits alone needs no draw.
    await annaPage.getByRole('button', { name: 'Pick one at random' }).waitFor({ state: 'detached' });
    await expectAccessible(annaPage);
    await listOf(annaPage)
      .getByRole('button', { name: /^Decline/ })
      .click();
  });

  test('[WSG1] [WSG3] [WSG4] what is pasted is suggested after a look; one is declined, one withdrawn', async () => {
    await benPage.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'https://films.test/first.mp4\nhttps://films.test/second.mp4');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const bar = benPage.getByRole('region', { name: 'Pasted link' });
    await bar.getByText('Suggest these videos?').waitFor();
    await bar.getByText('first', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Suggest', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    await listOf(benPage).getByRole('button', { name: 'Withdraw “first”' }).click();
    await listOf(annaPage).getByText('first', { exact: true }).waitFor({ state: 'detached' });
    await listOf(annaPage).getByRole('button', { name: 'Decline “second”' }).click();
    await benPage.getByText('Your suggestion “second” was declined.').waitFor();
    await listOf(benPage).waitFor({ state: 'detached' });
    expect((await call('ListPlaylistItems')).media).toHaveLength(2);
  });
});
