import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Chromium beeps once a second into its own microphone. */
const microphone = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'];

/** Keeps objects of the browser where the test can reach them. */
const keep = `
  // All pages beep the same beep: cancelling the echo of one would cancel the other.
  if (!localStorage.getItem('matinee.voice.echoCancellation')) {
    localStorage.setItem('matinee.voice.echoCancellation', 'off');
    localStorage.setItem('matinee.voice.noiseSuppression', 'off');
  }
  window.connections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); window.connections.push(this); }
  };
  window.tracks = [];
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
  window.sounds = [];
  window.Audio = class extends Audio {
    constructor(...given) { super(...given); window.sounds.push(this); }
  };
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); window.sockets.push(this); }
  };
`;

/** Less than the energy of one beep. The noise that fills silence has much less. */
const beep = 0.002;

/** For each connection: the energy received over it so far. */
const heard = `(async () => {
  const energies = [];
  for (const connection of window.connections) {
    if (connection.connectionState !== 'connected') continue;
    for (const entry of (await connection.getStats()).values())
      if (entry.type === 'inbound-rtp' && entry.kind === 'audio') energies.push(entry.totalAudioEnergy ?? 0);
  }
  return energies;
})()`;

describe.skipIf(!hasChromium)('voice', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let anna: TestUser;
  let ben: TestUser;
  let cleo: TestUser;
  let room: string;
  let annas: Page;
  let bens: Page;
  let cleos: Page;

  const strip = (page: Page) => page.getByRole('region', { name: 'Voice', exact: true });
  const joinButton = (page: Page) => strip(page).getByRole('button', { name: /^Join voice/ });
  const bar = (page: Page) => strip(page).getByRole('list', { name: 'In voice' });
  const join = async (page: Page) => {
    await joinButton(page).click();
    await bar(page).waitFor();
  };
  const leave = async (page: Page) => {
    await strip(page).getByRole('button', { name: 'Leave voice' }).click();
    await joinButton(page).waitFor();
  };
  /** The description of each person in voice, in the order of joining. */
  const shown = (page: Page) =>
    bar(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  const energies = (page: Page) => page.evaluate<number[]>(heard);
  /** Waits until the page receives sound from `count` others. */
  const hears = async (page: Page, count: number) => {
    await expect.poll(async () => (await energies(page)).length).toBe(count);
    const before = await energies(page);
    await expect
      .poll(async () => (await energies(page)).map((energy, index) => energy > (before[index] ?? 0) + beep))
      .toEqual(before.map(() => true));
  };
  const count = (page: Page, of: string) => page.evaluate<number>(of);
  const openTracks = `window.tracks.filter(({ readyState }) => readyState === 'live').length`;
  const openConnections = `window.connections.filter(({ connectionState }) => connectionState !== 'closed').length`;
  const changeRoom = (settings: object) =>
    server.ok({ call: 'RoomService.UpdateRoomSettings', token: anna.token, room, request: { settings } as never });

  async function open(person: TestUser | undefined, width = 1280, hasClock = false): Promise<Page> {
    const context = await browser.context.browser()!.newContext({
      locale: 'en-US',
      serviceWorkers: 'block',
      viewport: { width, height: 800 },
    });
    context.setDefaultTimeout(15_000);
    if (hasClock) await context.clock.install();
    const page = await context.newPage();
    if (person) await signInBrowser(page, person);
    await page.addInitScript(keep);
    await page.goto(`${server.url}/r/${room}`);
    return page;
  }

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ webRoot, settings: { 'webrtc.maxVoiceParticipantsPerRoom': 3 } }),
      startBrowser(undefined, microphone),
    ]);
    [anna, ben, cleo] = [await server.signUp('anna'), await server.signUp('ben'), await server.signUp('cleo')];
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben, cleo);
    [annas, bens, cleos] = [await open(anna), await open(ben, 360), await open(cleo)];
    await Promise.all([annas, bens, cleos].map((page) => joinButton(page).waitFor()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[WVO28] the code is loaded with the first press on the button', async () => {
    const assets = joinPath(webRoot, 'assets');
    const [engine, ...others] = readdirSync(assets).filter(
      (name) => name.endsWith('.js') && readFileSync(joinPath(assets, name), 'utf8').includes('useinbandfec'),
    );
    expect(others).toEqual([]);
    const loaded = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('${engine}')).length`;
    expect(await count(annas, loaded)).toBe(0);
    await expectAccessible(annas);
    await join(annas);
    expect(await count(annas, loaded)).toBe(1);
  });

  test('[WVO20] [WVO30] two join with one press each, hear each other, and see who speaks', async () => {
    await strip(bens).getByRole('button', { name: 'Join voice (1)' }).dblclick();
    await bar(bens).waitFor();
    await hears(annas, 1);
    await hears(bens, 1);
    expect(await count(bens, openTracks)).toBe(1);
    await expect.poll(async () => (await shown(bens)).length).toBe(2);
    await bar(bens)
      .getByRole('button', { name: `${anna.username}: speaks` })
      .waitFor();
    await bar(annas).getByRole('button', { name: 'You: speaks' }).waitFor();
    await expectAccessible(annas);
    await expectAccessible(bens);
  });

  test('[WVO31] the bar fits a phone', async () => {
    const sizes = await strip(bens).evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(sizes).toEqual([360, 360]);
    for (const name of ['Microphone off (Shift M)', 'Voice settings', 'Leave voice']) {
      const box = await strip(bens).getByRole('button', { name }).boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(360);
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
    }
  });

  test('[WVO6] [WVO13] a third one joins: everybody hears the two others, and it is said who came', async () => {
    await join(cleos);
    await Promise.all([annas, bens, cleos].map((page) => hears(page, 2)));
    await annas.getByText(`${cleo.username} has joined voice.`).waitFor({ state: 'attached' });
  });

  test('[WVO16] [WVO24] a microphone that is off is so for the others, by button and by key', async () => {
    await strip(annas).getByRole('button', { name: 'Microphone off (Shift M)' }).click();
    await bar(bens)
      .getByRole('button', { name: `${anna.username}: microphone off` })
      .waitFor();
    expect(await annas.evaluate('window.tracks.every(({ enabled }) => !enabled)')).toBe(true);
    await annas.keyboard.press('Shift+M');
    await bar(bens)
      .getByRole('button', { name: new RegExp(`${anna.username}: (speaks|microphone on)`) })
      .waitFor();
    // None of this made a new connection.
    expect(await count(annas, 'window.connections.length')).toBe(2);
  });

  test('[WVO10] who talks while they hold a key is heard while they do', async () => {
    await strip(annas).getByRole('button', { name: 'Voice settings' }).click();
    const settings = annas.getByRole('dialog', { name: 'Voice settings' });
    await settings.getByText('While I hold a key').click();
    await expectAccessible(annas);
    await settings.getByRole('button', { name: 'Key: V' }).click();
    await annas.keyboard.press('k');
    await settings.getByText('This key does something else.').waitFor();
    await annas.keyboard.press('b');
    await settings.getByRole('button', { name: 'Key: B' }).waitFor();
    await annas.keyboard.press('Escape');
    const isHeard = 'window.tracks.some(({ enabled }) => enabled)';
    expect(await annas.evaluate(isHeard)).toBe(false);
    await annas.keyboard.down('b');
    expect(await annas.evaluate(isHeard)).toBe(true);
    await annas.keyboard.up('b');
    expect(await annas.evaluate(isHeard)).toBe(false);
    const hold = strip(annas).getByRole('button', { name: 'Hold to talk (B)' });
    await hold.focus();
    await annas.keyboard.down(' ');
    expect(await annas.evaluate(isHeard)).toBe(true);
    await annas.keyboard.up(' ');
    await hold.hover();
    await annas.mouse.down();
    expect(await annas.evaluate(isHeard)).toBe(true);
    await annas.mouse.move(10, 10);
    await annas.mouse.up();
    expect(await annas.evaluate(isHeard)).toBe(false);
  });

  test('[WVO8] [WVO14] other cleaning of the sound takes another stream of the microphone, and the choice stays', async () => {
    await strip(annas).getByRole('button', { name: 'Voice settings' }).click();
    const settings = annas.getByRole('dialog', { name: 'Voice settings' });
    await settings.getByText('Always').click();
    await settings.getByRole('switch', { name: 'Suppress noise' }).click();
    await expect.poll(() => count(annas, 'window.tracks.length')).toBe(2);
    await expect.poll(() => count(annas, openTracks)).toBe(1);
    expect(await annas.evaluate('window.tracks.at(-1).getSettings().noiseSuppression')).toBe(true);
    await expect
      .poll(() =>
        settings
          .getByRole('meter', { name: 'How loud you are' })
          .evaluate((one) => (one as unknown as { value: number }).value > 0),
      )
      .toBe(true);
    await annas.keyboard.press('Escape');
    await hears(bens, 2);
    expect(await count(annas, 'window.connections.length')).toBe(2);
    expect(await annas.evaluate(`localStorage.getItem('matinee.voice.noiseSuppression')`)).toBe('on');
  });

  test('[WVO8] another microphone is taken, and the usual one for one that is pulled out', async () => {
    const before = await count(annas, 'window.tracks.length');
    await strip(annas).getByRole('button', { name: 'Voice settings' }).click();
    const settings = annas.getByRole('dialog', { name: 'Voice settings' });
    await settings.getByLabel('Microphone', { exact: true }).selectOption({ label: 'Fake Audio Input 2' });
    await expect.poll(() => annas.evaluate('window.tracks.at(-1).label')).toBe('Fake Audio Input 2');
    await annas.keyboard.press('Escape');
    await hears(bens, 2);
    // The device is missing when it is requested again.
    await annas.evaluate(`window.ask = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = (wanted) => wanted.audio.deviceId
        ? Promise.reject(new DOMException('', 'OverconstrainedError')) : window.ask(wanted);
      window.tracks.at(-1).dispatchEvent(new Event('ended'))`);
    await expect.poll(() => count(annas, 'window.tracks.length')).toBe(before + 2);
    expect(await annas.evaluate('window.tracks.at(-1).label')).toBe('Fake Default Audio Input');
    await expect.poll(() => count(annas, openTracks)).toBe(1);
    await hears(bens, 2);
    expect(await count(annas, 'window.connections.length')).toBe(2);
  });

  test('[WVO11] somebody is quieter, or not heard, on one device', async () => {
    await bar(annas)
      .getByRole('button', { name: new RegExp(`^${ben.username}`) })
      .click();
    const choices = annas.getByRole('dialog', { name: ben.username });
    await choices.getByRole('slider', { name: 'Volume for you' }).fill('40');
    const volumes = () =>
      annas.evaluate(
        `window.sounds.filter(({ srcObject }) => srcObject).map(({ volume, muted }) => muted ? 0 : volume).sort()`,
      );
    await expect.poll(volumes).toEqual([0.4, 1]);
    await expectAccessible(annas);
    await choices.getByRole('switch', { name: 'Silence for me' }).click();
    await expect.poll(volumes).toEqual([0, 1]);
    await annas.keyboard.press('Escape');
    const button = bar(annas).getByRole('button', { name: `${ben.username}: you do not hear them` });
    await button.click();
    await choices.getByRole('switch', { name: 'Silence for me' }).click();
    await choices.getByRole('slider', { name: 'Volume for you' }).fill('100');
    await annas.keyboard.press('Escape');
    expect(await annas.evaluate(`localStorage.getItem('matinee.voice.loudness')`)).toBe('[]');
  });

  test('[WVO23] after a lost connection somebody is in again by themselves, with the same microphone', async () => {
    const before = await count(bens, 'window.tracks.length');
    await bens.evaluate('window.sockets.at(-1).close()');
    await expect.poll(() => count(bens, 'window.connections.length')).toBe(4);
    await Promise.all([annas, bens, cleos].map((page) => hears(page, 2)));
    expect(await count(bens, 'window.tracks.length')).toBe(before);
    expect(await count(bens, openTracks)).toBe(1);
  });

  test('[WVO29] who reloads the page is in again by themselves, and their microphone stays off', async () => {
    await strip(bens).getByRole('button', { name: 'Microphone off (Shift M)' }).click();
    await bens.reload();
    await bar(bens).waitFor();
    await strip(bens).getByRole('button', { name: 'Microphone on (Shift M)' }).click();
    await Promise.all([annas, bens, cleos].map((page) => hears(page, 2)));
  });

  test('[WVO21] [WVO33] a full room refuses with its limit and nothing is left open; a place that is given back is free', async () => {
    await leave(cleos);
    await expect.poll(() => shown(annas)).toHaveLength(2);
    expect([await count(cleos, openTracks), await count(cleos, openConnections)]).toEqual([0, 0]);
    const other = await server.socket(room, cleo.token);
    other.send({ case: 'webrtcVoiceJoin', value: { muted: true } }, 'a2f8f0d6-3a53-4f5f-8f6a-0c1d9a4b7e01');
    await other.next('commandDone');
    await joinButton(cleos).click();
    await strip(cleos).getByText('Voice is full: 3 people at most.').waitFor();
    await expect.poll(() => count(cleos, openTracks)).toBe(0);
    expect(await count(cleos, openConnections)).toBe(0);
    await expectAccessible(cleos);
    await other.close();
    await expect.poll(() => shown(annas)).toHaveLength(2);
    await join(cleos);
    await hears(cleos, 2);
  });

  test('[WVO26] [WVO33] who does not allow the microphone listens, is told what to do, and can try again', async () => {
    await leave(cleos);
    await cleos.evaluate(`window.ask = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
    await join(cleos);
    await strip(cleos).getByRole('alert').getByText('This page may not use the microphone.').waitFor();
    await hears(cleos, 2);
    await bar(annas)
      .getByRole('button', { name: `${cleo.username}: microphone off` })
      .waitFor();
    await expectAccessible(cleos);
    await cleos.evaluate('navigator.mediaDevices.getUserMedia = window.ask');
    await strip(cleos).getByRole('button', { name: 'Try again' }).click();
    await strip(cleos).getByRole('alert').waitFor({ state: 'detached' });
    await hears(annas, 2);
  });

  test('[WVO31] while the film has the page to itself the bar is over it', async () => {
    await annas.keyboard.press('t');
    expect(await strip(annas).getAttribute('data-voice')).toBe('film');
    await strip(annas).getByRole('button', { name: 'Leave voice' }).waitFor();
    await expectAccessible(annas);
    await annas.keyboard.press('t');
    expect(await strip(annas).getAttribute('data-voice')).toBe('panels');
    await hears(annas, 2);
  });

  test('[WVO27] who leaves the room leaves voice', async () => {
    await cleos.getByRole('link', { name: 'Start page' }).click();
    await expect.poll(() => shown(annas)).toHaveLength(2);
    expect([await count(cleos, openTracks), await count(cleos, openConnections)]).toEqual([0, 0]);
    await annas.getByText(`${cleo.username} has left voice.`).waitFor({ state: 'attached' });
  });

  test('[WVO12] where the browser plays nothing yet a button offers it; ones own voice from another device is not heard', async () => {
    const other = await open(anna);
    await joinButton(other).waitFor();
    await other.evaluate(`window.play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
    await join(other);
    const button = strip(other).getByRole('button', { name: 'Turn on sound' });
    await button.waitFor();
    await expectAccessible(other);
    await other.evaluate('HTMLMediaElement.prototype.play = window.play');
    await button.click();
    await button.waitFor({ state: 'detached' });
    await expect
      .poll(() => other.evaluate('window.sounds.map(({ paused, muted }) => [paused, muted]).sort()'))
      .toEqual([
        [false, false],
        [false, true],
      ]);
    await other.context().close();
    await expect.poll(() => shown(annas)).toHaveLength(2);
  });

  test('[WVO5] [WVO32] who cannot be reached is marked, with what can be done about it', async () => {
    await leave(bens);
    const silent = await server.socket(room, ben.token);
    silent.send({ case: 'webrtcVoiceJoin', value: { muted: false } }, 'a2f8f0d6-3a53-4f5f-8f6a-0c1d9a4b7e02');
    await silent.next('commandDone');
    const other = await open(cleo, 1280, true);
    await join(other);
    const offered = async () =>
      (await silent.next('webrtcSignal', ({ signal }) => signal.case === 'description')).signal.value;
    expect(await offered()).toMatchObject({ sdp: expect.stringContaining('usedtx=1') });
    await other.clock.fastForward(8_500);
    await offered();
    await other.clock.fastForward(8_500);
    await strip(other).getByRole('alert').getByText(`No connection to ${ben.username}’s browser.`).waitFor();
    await bar(other)
      .getByRole('button', { name: `${ben.username}: no connection` })
      .click();
    await other.getByRole('dialog', { name: ben.username }).getByText('can set up TURN').waitFor();
    await expectAccessible(other);
    await other.keyboard.press('Escape');
    await offered();
    await strip(other).getByRole('button', { name: 'Try again' }).click();
    await offered();
    await strip(other).getByRole('alert').waitFor({ state: 'detached' });
    await silent.close();
    await other.context().close();
    await join(bens);
  });

  test('[WVO34] a guest who may speak does so', async () => {
    await changeRoom({ allow_guests: true, guest_permissions: { added: ['use_voice_chat'], removed: [] } });
    const guests = await open(undefined, 390);
    await guests.getByRole('button', { name: 'Look around as a guest' }).click();
    await join(guests);
    await hears(guests, 2);
    await hears(annas, 2);
    await expectAccessible(guests);
    await guests.context().close();
    await expect.poll(() => shown(annas)).toHaveLength(2);
  });

  test('[WVO25] where voice is switched off everybody is out, and the microphones are let go', async () => {
    await changeRoom({ voice_enabled: false });
    for (const page of [annas, bens]) {
      await strip(page).waitFor({ state: 'detached' });
      await expect.poll(() => count(page, openTracks)).toBe(0);
      expect(await count(page, openConnections)).toBe(0);
    }
    await changeRoom({ voice_enabled: true });
    await join(annas);
    await server.ok({
      call: 'RoomService.UpdateMemberPermissions',
      token: anna.token,
      room,
      request: {
        user_id: ben.id,
        added_permissions: [],
        removed_permissions: ['use_voice_chat'],
        replace_permissions: true,
      } as never,
    });
    await strip(bens).waitFor({ state: 'detached' });
  });
});
