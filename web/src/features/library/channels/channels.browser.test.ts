import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const count = 500;
const hour = 3_600_000;
const startMs = Math.floor(Date.now() / hour) * hour;
const stamp = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`;

/** The channels of the list, and their programmes in six hours. The last one is not in the guide. */
const channel = (place: number) =>
  `#EXTINF:-1 tvg-id="c${place}.tv" tvg-name="C ${place}" tvg-logo="logo-${place}.png" group-title="News",Channel ${place}\n${place}.m3u8`;
const programmes = (place: number) =>
  Array.from(
    { length: 6 },
    (_, step) =>
      `<programme channel="c${place}.tv" start="${stamp(startMs + step * hour)}" stop="${stamp(startMs + (step + 1) * hour)}"><title>Programme ${place}.${step}</title></programme>`,
  ).join('');
const lines = Array.from({ length: count }, (_, place) => channel(place));
const list = ['#EXTM3U url-tvg="guide.xml"', ...lines].join('\n');
const known = Array.from({ length: count - 1 }, (_, place) => place);
const guide = `<?xml version="1.0"?><tv>${known.map((place) => `<channel id="c${place}.tv"/>`).join('')}${known.map(programmes).join('')}</tv>`;

describe.skipIf(!hasChromium)('a list of channels with a programme guide', () => {
  let server: TestServer;
  let origin: Origin;
  let anna: TestUser;
  let room: string;
  let desk: TestBrowser;
  let phone: TestBrowser;
  let page: Page;
  let phonePage: Page;

  beforeAll(async () => {
    const logo = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    [server, origin, desk, phone] = await Promise.all([
      startTestServer({ webRoot }),
      startOrigin((request, response) => {
        const path = request.url ?? '';
        // A failing channel would make the room skip to the next one.
        if (path.endsWith('.m3u8')) return;
        const [type, body] = path.endsWith('.png')
          ? ['image/png', logo]
          : path.endsWith('.m3u')
            ? ['audio/x-mpegurl', list]
            : ['application/xml', guide];
        response.writeHead(200, { 'content-type': type as string });
        response.end(request.method === 'HEAD' ? undefined : body);
      }),
      startBrowser({ width: 1280, height: 800 }),
      startBrowser({ width: 390, height: 844 }),
    ]);
    anna = await server.signUp('anna');
    const ben = await server.signUp('ben');
    room = await makeRoom(server, anna);
    await joinRoom(server, room, ben);
    page = await pageIn(desk, 'Asia/Kolkata');
    phonePage = await pageIn(phone, 'America/New_York');
    await signInBrowser(page, anna);
    await signInBrowser(phonePage, ben);
  });

  afterAll(async () => {
    await Promise.all([desk?.close(), phone?.close()]);
    origin?.stop();
    await server?.stop();
  });

  /** A page of a person in that time zone. */
  const pageIn = async ({ context }: TestBrowser, timezoneId: string) => {
    const made = await context.newPage();
    const devTools = await context.newCDPSession(made);
    await devTools.send('Emulation.setTimezoneOverride', { timezoneId });
    return made;
  };
  const open = async (on: Page) => {
    await on.goto(`${server.url}/r/${room}`);
    await on.getByRole('tab', { name: 'Playlist' }).click();
  };
  const timeIn = (timeZone: string, ms: number) =>
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit' }).format(ms);
  const row = (on: Page, name: string) =>
    on.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name, visible: true }).first();

  test('[WCG4] [WL33] is added with pictures and its guide, none of which pages load themselves', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(origin.url)) foreign.push(new URL(request.url()).pathname);
    });
    await open(page);
    await page.getByRole('tabpanel').getByLabel('Link or title').fill(`${origin.url}/all.m3u`);
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'Pasted link' });
    await bar.getByText(`${count} items`).waitFor();
    await bar.locator('[data-cover=shown]').first().waitFor();
    expect(await bar.getByLabel('Programme guide (XMLTV)').inputValue()).toBe(`${origin.url}/guide.xml`);
    await expectAccessible(page);
    await bar.getByRole('button', { name: `Add all (${count})` }).click();
    await page.getByText(`${count} videos are in the playlist.`).waitFor();
    await page.getByRole('tabpanel').locator('[data-cover=shown]').first().waitFor();
    // Items that are added while nothing plays start with the first one, also when they are added in several batches.
    await page.locator('[aria-current=true]').getByRole('button', { name: 'Play Channel 0', exact: false }).waitFor();
    expect(foreign.filter((path) => !path.endsWith('.m3u8'))).toEqual([]);
  });

  test('[WCG1] the channels in sight say what is on and what comes next, in the time zone of the viewer', async () => {
    await open(phonePage);
    for (const [on, zone] of [
      [page, 'Asia/Kolkata'],
      [phonePage, 'America/New_York'],
    ] as const) {
      const first = row(on, 'Channel 1');
      await first.getByText('Programme 1.0').waitFor();
      const text = (await first.textContent())!.replace(/\s/g, ' ');
      expect(text).toContain(`until ${timeIn(zone, startMs + hour)}`.replace(/\s/g, ' '));
      expect(text).toContain('Programme 1.1');
      await expectAccessible(on);
    }
  });

  test('[WCG2] the film says what is on when a channel begins, and hides it', async () => {
    const request = { page_size: 10 };
    const { media } = await server.ok({ call: 'RoomService.ListPlaylistItems', token: anna.token, room, request });
    await server.ok({
      call: 'RoomService.StartPlayback',
      token: anna.token,
      room,
      request: { media_id: media[2].id },
    });
    const card = phonePage.getByRole('region', { name: 'Programme' });
    await card.getByText('Programme 2.0').waitFor();
    await card.getByText('Programme 2.1').waitFor();
    await card.getByRole('button', { name: 'Hide the programme' }).click();
    await card.waitFor({ state: 'hidden' });
  });

  test('[WCG3] [WCG5] the details tell the next hours, or that the guide lacks the channel, whose id can be given', async () => {
    const details = async (name: string) => {
      await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Details' }).click();
    };
    const dialog = page.getByRole('dialog');
    await details('Channel 3');
    const programme = dialog.getByRole('region', { name: 'Programme' });
    await programme.getByText('Programme 3.4').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Id of the channel in the guide').fill('nobody.tv');
    await dialog.getByLabel('Name of the channel in the guide').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await details('Channel 3');
    await programme.getByText('The guide has no such channel.', { exact: false }).waitFor();
    await dialog.getByLabel('Id of the channel in the guide').fill('C5.TV');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await details('Channel 3');
    await programme.getByText('Programme 5.0').waitFor();
  });
});
