import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { hasFfmpeg, makeTestMedia, smallFilm, type TestMedia } from '@matinee/testkit/media.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium || !hasFfmpeg)('the remote, between a host at a desk and a member with a phone', () => {
  let server: TestServer;
  let media: TestMedia;
  let desk: TestBrowser;
  let phone: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let room: string;
  let host: Page;
  let member: Page;

  const setControl = (control: string) =>
    server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings: { control } } });
  const isPaused = () => member.evaluate<boolean>(`document.querySelector('video').paused`);

  beforeAll(async () => {
    [server, media, desk, phone] = await Promise.all([
      startTestServer({ webRoot }),
      makeTestMedia(300, smallFilm),
      startBrowser(),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    const request = { name: 'Film', source: { direct_url: { url: media.mp4Url } } };
    const film = await server.ok({ call: 'RoomService.AddMedia', token: anna.token, room, request });
    await server.ok({
      call: 'RoomService.StartPlayback',
      token: anna.token,
      room,
      request: { media_id: film.media.id },
    });
    [host, member] = await Promise.all([desk.context.newPage(), phone.context.newPage()]);
    await Promise.all([signInBrowser(host, anna), signInBrowser(member, ben)]);
    await member.addInitScript("localStorage.setItem('matinee.language', 'de')");
    await Promise.all([host, member].map((page) => page.goto(`${server.url}/r/${room}`)));
    await Promise.all([host, member].map((page) => page.locator('video').waitFor()));
  });

  afterAll(async () => {
    await Promise.all([desk?.close(), phone?.close()]);
    media?.close();
    await server?.stop();
  });

  test('[WM7] the header shows who else is here, and what their player does', async () => {
    const ofBen = host.getByRole('button', { name: new RegExp(`^People\\. ${ben.username}: `) });
    await ofBen.waitFor();
    await host.getByRole('button', { name: new RegExp(`^People\\. ${ben.username}: In sync$`) }).waitFor();
    await member.getByRole('button', { name: new RegExp(`^Leute\\. ${anna.username}: Synchron$`) }).waitFor();
    await ofBen.click();
    await host.getByRole('tab', { name: /^People/, selected: true }).waitFor();
  });

  test('[SY40] without the remote, keys and presses say so and change nothing', async () => {
    const said = member.getByRole('status').getByText('Das geht nur mit der Fernbedienung.');
    await until('it plays', async () => !(await isPaused()));
    expect(await member.getByRole('button', { name: /^(Abspielen|Pause)/ }).count()).toBe(0);
    for (const press of [
      () => member.keyboard.press('k'),
      () => member.locator('video').click({ position: { x: 100, y: 60 } }),
      // The slider says that it is disabled. Without `force`, the click would wait for that to end.
      () => member.getByRole('slider', { name: 'Stelle im Film' }).click({ force: true }),
    ]) {
      await press();
      await said.waitFor();
      await member.getByRole('button', { name: 'Ausblenden' }).click();
      await said.waitFor({ state: 'hidden' });
    }
    expect(await isPaused()).toBe(false);
  });

  test('[WM4] [WM5] who asks is heard, and told when the remote comes and goes', async () => {
    await member.keyboard.press('k');
    await member.getByRole('status').getByRole('button', { name: 'Um Fernbedienung bitten' }).click();
    await host.getByText(`${ben.username} asks for the remote.`).waitFor();
    await host.getByRole('tab', { name: /People/ }).click();
    expect(await host.getByRole('tab', { name: /People/ }).textContent()).toContain('1');
    await host.getByRole('listitem').getByText('Asks for the remote').waitFor();
    await expectAccessible(host);
    await host.getByRole('status').getByRole('button', { name: 'Give the remote' }).click();
    await member.getByText('Du hast jetzt die Fernbedienung').waitFor();
    await host.getByText('Has the remote', { exact: true }).waitFor();
    await member.keyboard.press('k');
    await until('the member has paused it', isPaused);
    await host.getByRole('button', { name: `What to do with ${ben.username}` }).click();
    await host.getByRole('menuitem', { name: 'Take the remote back' }).click();
    await member.getByText('Du hast die Fernbedienung nicht mehr.').waitFor();
  });

  test('[WM6] a setting of the room gives and takes the remote, and the list follows', async () => {
    const mark = host.getByText('Has the remote', { exact: true });
    const { members } = await server.ok({ call: 'RoomService.GetRoomMembers', token: anna.token, room, request: {} });
    expect(members).toHaveLength(2);
    await mark.waitFor({ state: 'hidden' });
    await setControl('everyone');
    await mark.waitFor();
    await setControl('hosts');
    await mark.waitFor({ state: 'hidden' });
  });
});
