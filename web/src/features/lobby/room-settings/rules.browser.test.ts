import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

describe.skipIf(!hasChromium)('the rules of a room', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let bert: TestUser;
  let clara: TestUser;
  let room: string;
  let dialog: Locator;
  /** The settings of a new room. */
  let usual: object;

  beforeAll(async () => {
    server = await startTestServer({ webRoot, settings: { 'server.maxMembersPerRoom': 50 } });
    [anna, bert, clara] = [await server.signUp('anna'), await server.signUp('bert'), await server.signUp('clara')];
    browser = await startBrowser({ width: 390, height: 844 });
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    room = await makeRoom(server, anna, { name: 'Film club' });
    await joinRoom(server, room, bert);
    usual = await settings();
    await page.goto(`${server.url}/r/${room}`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    await change(usual);
    await openSettings();
  });

  async function openSettings(): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Room settings' }).click();
    dialog = page.getByRole('dialog', { name: 'Room settings' });
    await dialog.getByLabel('Description').waitFor();
  }
  async function save(): Promise<void> {
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  async function discard(): Promise<void> {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  const settings = async () =>
    (await server.ok({ call: 'RoomService.GetRoomSettings', token: anna.token, room })).settings;
  const change = (changes: object) =>
    server.ok({
      call: 'RoomService.UpdateRoomSettings',
      token: anna.token,
      room,
      request: { settings: changes } as never,
    });
  const reasonsOf = async (user: TestUser, permission: string) => {
    const request = { user_id: user.id };
    const { reasons } = await server.ok({
      call: 'RoomService.GetMemberPermissions',
      token: anna.token,
      room,
      request,
    });
    return reasons.find((one: { permission: string }) => one.permission === permission);
  };

  test('[WR23] who has to be asked for, how many there are, and how often they write', async () => {
    await dialog.getByRole('switch', { name: 'Ask before somebody comes in' }).click();
    await dialog.getByLabel('Members at most').fill('12');
    await dialog.getByLabel('How often somebody can write').selectOption('Once every 30 seconds');
    await dialog.getByLabel('Break before the next one').selectOption('10 seconds');
    await dialog.getByLabel('Go on when').selectOption('everybody is ready');
    await expectAccessible(page);
    await save();
    expect(await settings()).toMatchObject({
      require_approval: true,
      max_members: 12,
      slow_mode_seconds: 30,
      auto_play_delay_seconds: 10,
      wait_quorum_percent: 100,
    });
    const card = await server.ok({
      call: 'UserService.GetRoomDiscovery',
      token: clara.token,
      request: { room_id: room },
    });
    expect(card.room.access).toBe('REQUEST_APPROVAL');
  });

  test('[WR23] a number that is none, or more than the server allows, is said and not sent', async () => {
    const field = dialog.getByLabel('Members at most');
    await field.fill('');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await field.fill('9999');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('alert').getByText(/allow/).waitFor();
    expect((await settings()).max_members).toBe(50);
    await discard();
  });

  test('[WR22] a preset gives everybody the remote, and takes single permissions back', async () => {
    await dialog.getByText('Everyone controls').click();
    await save();
    expect(await reasonsOf(bert, 'control_playback_state')).toMatchObject({ granted: true, source: 'room_control' });
    await change({ member_permissions: { removed: ['navigate_playback', 'send_chat_messages'] } });
    await openSettings();
    expect(await dialog.getByRole('radio', { name: 'Custom' }).isChecked()).toBe(true);
    await dialog.getByText('Hosts control').click();
    await save();
    expect(await settings()).toMatchObject({
      control: 'hosts',
      member_permissions: { added: [], removed: ['send_chat_messages'] },
    });
  });

  test('[WR24] a permission is taken from all members, and left to the role again', async () => {
    await dialog.getByText('Rights of members and admins').click();
    await dialog.getByRole('combobox', { name: 'Send messages' }).selectOption('May not');
    await dialog.getByRole('combobox', { name: 'Rights of' }).selectOption('Admins');
    await dialog.getByRole('combobox', { name: 'Remove members' }).selectOption('May not');
    await expectAccessible(page);
    await save();
    expect(await settings()).toMatchObject({
      member_permissions: { removed: ['send_chat_messages'] },
      admin_permissions: { removed: ['remove_members'] },
    });
    expect(await reasonsOf(bert, 'send_chat_messages')).toMatchObject({ granted: false, source: 'room_removed' });
    await openSettings();
    await dialog.getByText('Rights of members and admins').click();
    await dialog.getByRole('combobox', { name: 'Send messages' }).selectOption('As usual');
    await save();
    expect(await reasonsOf(bert, 'send_chat_messages')).toMatchObject({ granted: true, source: 'role_default' });
  });

  test('[WR25] asks before it forgets what was changed', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openSettings();
    await dialog.getByLabel('Description').fill('Bring popcorn');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Bring popcorn');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await server.ok({ call: 'UserService.GetRoom', token: anna.token, room })).room.description).toBe('');
  });

  test('[WR27] voice is switched off for everybody, and guests are let in to it', async () => {
    await dialog.getByRole('switch', { name: 'Voice' }).click();
    await dialog.getByRole('switch', { name: 'Guests', exact: true }).click();
    await dialog.getByRole('switch', { name: 'Guests join in by voice' }).click();
    await save();
    expect(await settings()).toMatchObject({
      voice_enabled: false,
      allow_guests: true,
      guest_permissions: { added: ['use_voice_chat'] },
    });
  });

  test('[WR25] [WR3] what somebody else saved is shown, and not overwritten', async () => {
    await dialog.getByLabel('Description').fill('Bring popcorn');
    await change({ chat_enabled: false });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Somebody else changed the settings meanwhile.').first().waitFor();
    await expect.poll(() => dialog.getByRole('switch', { name: 'Chat' }).isChecked()).toBe(false);
    expect((await settings()).chat_enabled).toBe(false);
  });
});
