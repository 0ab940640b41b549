import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const password = 'open sesame';

describe.skipIf(!hasChromium)('an invitation says what is so, and offers what can be done', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let host: TestUser;
  let friend: TestUser;
  let root: TestUser;

  beforeAll(async () => {
    const settings = { 'user.enableInstantSignup': true, 'server.maxRoomsPerUser': 100 };
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    [host, friend] = [await server.signUp('anna'), await server.signUp('ben')];
    root = await server.signIn();
    page = await browser.context.newPage();
    await signInBrowser(page, friend);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const inRoom = (room: string, call: string, request: object = {}) =>
    server.ok({ call, token: host.token, room, request: request as never });
  const asRoot = (call: string, request: object) => server.ok({ call, token: root.token, request: request as never });
  /** `ROOM_STATUS_CLOSED`. */
  const close = (room: string) => server.sql('update rooms set status = 2 where id = $1', [room]);
  const setUser = (user: Readonly<Record<string, boolean>>) =>
    asRoot('AdminService.UpdateSettings', {
      settings: { user },
      updateMask: Object.keys(user)
        .map((key) => `user.${key}`)
        .join(','),
    });

  /** The buttons and fields of the card, in order. */
  const offers = (on: Page) =>
    on
      .locator('article')
      .locator('button, a, input, textarea')
      .evaluateAll((found) =>
        found.map(
          (one) =>
            one.getAttribute('aria-label') ??
            (one as HTMLInputElement).labels?.[0]?.textContent ??
            one.textContent ??
            '',
        ),
      );

  /** Checks accessibility. With MATINEE_SHOTS, takes pictures on phone and desktop, light and dark. */
  async function look(name: string, on: Page = page): Promise<void> {
    await expectAccessible(on);
    if (!process.env.MATINEE_SHOTS) return;
    for (const [form, size] of [
      ['phone', { width: 390, height: 844 }],
      ['desktop', { width: 1280, height: 800 }],
    ] as const) {
      await on.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await on.emulateMedia({ colorScheme });
        await on.waitForTimeout(300);
        await on.screenshot({ path: `${process.env.MATINEE_SHOTS}/${name}-${form}-${colorScheme}.png` });
      }
    }
    await on.setViewportSize({ width: 390, height: 844 });
  }

  async function open(request: object, before?: (room: string) => Promise<unknown>): Promise<string> {
    const room = await makeRoom(server, host, { name: 'Friday film', ...request });
    await before?.(room);
    await page.goto(`${server.url}/r/${room}`);
    return room;
  }

  test('[WR2] JOIN comes in by one press', async () => {
    await open({});
    await page.getByRole('button', { name: 'Join and watch' }).waitFor();
    expect(await offers(page)).toEqual(['Join and watch']);
    await look('join');
    await page.getByRole('button', { name: 'Join and watch' }).click();
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
  });

  test('[WR2] ENTER opens the room at once', async () => {
    await open({}, (room) => joinRoom(server, room, friend));
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
  });

  test('[WR2] [WR21] PASSWORD takes it, says that it is wrong, and does not send it', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const room = await open({ password });
    await page.getByLabel('Password of the room').fill('open says me');
    await page.getByRole('button', { name: 'Join and watch' }).click();
    await page.getByText("That is not the room's password.").waitFor();
    await look('password');
    await page.getByLabel('Password of the room').fill(password);
    await page.getByRole('button', { name: 'Join and watch' }).click();
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
    expect(sent.filter((one) => one.includes('/password/opaque/login/')).length).toBe(3);
    expect(sent.filter((one) => /open s|members\/@me /.test(one) && one.includes(room))).toEqual([]);
  });

  test('[WR20] [WR21] PASSWORD where somebody decides as well takes the password and a note', async () => {
    const room = await open({ password, settings: { require_approval: true } });
    await page.getByLabel('Password of the room').fill(password);
    await page.getByLabel(/A few words/).fill('From the club');
    await look('password-note');
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByText('You wrote: From the club').waitFor();
    const { reviews } = await inRoom(room, 'RoomService.ListRoomJoinReviews');
    expect(reviews).toMatchObject([{ user_id: friend.id, note: 'From the club' }]);
  });

  test('[WR21] says what is so now where the room has changed while somebody typed', async () => {
    const room = await open({ password });
    await page.getByLabel('Password of the room').fill(password);
    await inRoom(room, 'RoomService.ClearRoomPassword');
    await page.getByRole('button', { name: 'Join and watch' }).click();
    await page.getByLabel('Password of the room').waitFor({ state: 'detached' });
    await inRoom(room, 'RoomService.UpdateRoomSettings', { settings: { automatic_join: false } });
    await page.getByRole('button', { name: 'Join and watch' }).click();
    await page.getByText(/People come in by invitation only/).waitFor();
  });

  test('[WR2] COOLDOWN says that somebody was removed, and until when', async () => {
    await open({}, async (room) => {
      await joinRoom(server, room, friend);
      await inRoom(room, 'RoomService.KickMember', { user_id: friend.id });
    });
    await page.getByText(/You were removed from this room\. You can come back after/).waitFor();
    expect(await offers(page)).toEqual(['Check again']);
    await look('cooldown');
  });

  test('[WR2] FULL says so, and looks again', async () => {
    const room = await open({ settings: { max_members: 1 } });
    await page.getByText('The room is full. Somebody has to leave first.').waitFor();
    expect(await offers(page)).toEqual(['Check again']);
    await look('full');
    await inRoom(room, 'RoomService.UpdateRoomSettings', { settings: { max_members: 5 } });
    const asked = page.waitForRequest((request) => request.url().includes(room));
    await page.getByRole('button', { name: 'Check again' }).click();
    await asked;
    await page.getByRole('button', { name: 'Join and watch' }).waitFor();
  });

  test('[WR2] INVITATION says who comes in', async () => {
    await open({ settings: { automatic_join: false } });
    await page.getByText(/People come in by invitation only/).waitFor();
    expect(await offers(page)).toEqual(['Check again']);
    await look('invitation-only');
  });

  test('[WR2] UNAVAILABLE says why: closed, banned with the reason, or without its owner', async () => {
    await open({}, close);
    await page.getByText('The room is closed for now. Its host can open it again.').waitFor();
    expect(await offers(page)).toEqual(['Go to the start page']);
    await look('closed');
    await open({}, (room_id) => asRoot('AdminService.BanRoom', { room_id, reason: 'Stolen films' }));
    await page.getByText('This room was banned by the people who run this server.').waitFor();
    await page.getByText('Stolen films').waitFor();
    expect(await offers(page)).toEqual(['Go to the start page']);
    await look('banned');
    const gone = await server.signUp('gone');
    const room = await makeRoom(server, gone, { name: 'Left behind' });
    await asRoot('AdminService.BanUser', { user_id: gone.id });
    await page.goto(`${server.url}/r/${room}`);
    await page.getByText('The person who made this room has no active account at the moment.').waitFor();
    expect(await offers(page)).toEqual(['Go to the start page']);
    await look('owner-inactive');
  });

  test('[WR2] a room that there is not leads home', async () => {
    await page.goto(`${server.url}/r/room_aaaaaaaaaaaaaaaaaaaaaaaaaa`);
    await page.getByRole('main').getByRole('link').first().waitFor();
    await look('unknown');
  });

  describe('to somebody who is not signed in', () => {
    let outside: Page;
    beforeAll(async () => {
      outside = await browser.context.newPage();
    });

    async function openOutside(request: object, before?: (room: string) => Promise<unknown>): Promise<string> {
      const room = await makeRoom(server, host, { name: 'Friday film', ...request });
      await before?.(room);
      // Under another host name of the server, the browser is not signed in.
      await outside.goto(`${server.url.replace('127.0.0.1', 'localhost')}/r/${room}`);
      await outside.getByRole('heading', { name: 'Friday film' }).waitFor();
      return room;
    }

    test('[WR2] a name leads in, with the password where the room has one', async () => {
      await openOutside({});
      await outside.getByRole('button', { name: 'Join and watch' }).or(outside.locator('form button')).waitFor();
      expect((await offers(outside)).at(-1)).toBe('I have an account');
      await look('outside-name', outside);
      await openOutside({ password });
      await outside
        .getByLabel(/password/i)
        .first()
        .waitFor();
      await look('outside-password', outside);
    });

    test.each([
      ['full', { max_members: 1 }, /The room is full/],
      ['invitation-only', { automatic_join: false }, /People come in by invitation only/],
    ])('[WR2] no account is offered that leads nowhere: %s', async (name, settings, words) => {
      await openOutside({ settings });
      await outside.getByText(words).waitFor();
      expect(await offers(outside)).toEqual(['I have an account']);
      await look(`outside-${name}`, outside);
    });

    test('[WR2] a room that is closed or banned offers nothing', async () => {
      await openOutside({}, close);
      await outside.getByText('The room is closed for now.').waitFor();
      expect(await offers(outside)).toEqual(['Go to the start page']);
      await look('outside-closed', outside);
      await openOutside({}, (room_id) => asRoot('AdminService.BanRoom', { room_id, reason: 'Stolen films' }));
      await outside.getByText('Stolen films').waitFor();
      expect(await offers(outside)).toEqual(['Go to the start page']);
      await look('outside-banned', outside);
    });

    test('[WR2] where a name is not enough, an account is, and where guests may look in, they may', async () => {
      await setUser({ enableInstantSignup: false, enableGuest: true });
      await openOutside({});
      await outside.getByText('I have an account').waitFor();
      expect(await offers(outside)).toEqual(['Create an account to watch', 'I have an account']);
      await look('outside-account', outside);
      await openOutside({ settings: { allow_guests: true } });
      await outside.getByText('Look around as a guest').waitFor();
      expect(await offers(outside)).toEqual([
        'Create an account to watch',
        'Look around as a guest',
        'I have an account',
      ]);
      await look('outside-guest', outside);
      await openOutside({ settings: { allow_guests: true, max_members: 1 } });
      await outside.getByText('The room is full.').waitFor();
      expect(await offers(outside)).toEqual(['Look around as a guest', 'I have an account']);
    });
  });
});
