import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { expectAccessible, signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Fakes the IFrame Player API after its reference (developers.google.com/youtube/iframe_api_reference): it calls
 * `onYouTubeIframeAPIReady`, reports positions four times a second, takes a moment to play, and has speeds in steps.
 */
const fakeApi = `
  const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
  window.YT = { Player: class {
    state = -1; told = 0; base = 0; since = 0; rate = 1; volume = 100; silent = false;
    constructor(id, { videoId, host, playerVars, events }) {
      window.fake = this;
      Object.assign(this, { videoId, host, playerVars, events });
      setInterval(() => { this.told = this.now(); }, 250);
      const code = { gone1234567: 100, owner123456: 150, fault123456: 5 }[videoId];
      setTimeout(() => code ? events.onError({ data: code }) : events.onReady({ target: this }), 50);
    }
    now() { return this.state === 1 ? this.base + (performance.now() - this.since) / 1000 * this.rate : this.base; }
    turn(state) { this.base = this.now(); this.since = performance.now(); this.state = state; this.told = this.base; }
    playVideo() { this.turn(3); setTimeout(() => this.state === 3 && this.turn(1), 200); }
    pauseVideo() { this.turn(2); }
    seekTo(seconds) { this.base = seconds; this.since = performance.now(); this.told = seconds; }
    getCurrentTime() { return this.told; }
    getDuration() { return 600; }
    getPlayerState() { return this.state; }
    getAvailablePlaybackRates() { return rates; }
    setPlaybackRate(rate) { if (rates.includes(rate)) { this.turn(this.state); this.rate = rate; } }
    getVolume() { return this.volume; }
    setVolume(volume) { this.volume = volume; }
    isMuted() { return this.silent; }
    mute() { this.silent = true; }
    unMute() { this.silent = false; }
    destroy() {}
  } };
  setTimeout(() => window.onYouTubeIframeAPIReady(), 20);
`;

describe.skipIf(!hasChromium)('a video of YouTube', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let room: string;
  /** Requests of the browser to other sites. */
  const asked: string[] = [];

  const asAnna = (call: string, request: Record<string, unknown>) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  async function play(video_id: string): Promise<void> {
    const { media } = await asAnna('RoomService.AddMedia', { source: { youtube: { video_id } } });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
  }
  const inFrame = <T>(expression: string) =>
    page.evaluate<T>(`document.querySelector('iframe')?.contentWindow?.fake?.${expression}`);
  const offBy = () =>
    page.evaluate<number>(
      `Math.abs((document.querySelector('iframe')?.contentWindow?.fake?.now() ?? 1e6) - window.__matinee?.sync.expected())`,
    );

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await browser.context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: fakeApi });
    });
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('[SY55] nothing of the site is loaded before its person has agreed, and then it is not asked again', async () => {
    await play('aaaaaaaaaaa');
    await page.getByRole('heading', { name: 'This film comes from YouTube' }).waitFor();
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Load YouTube and watch' }).click();
    await expect.poll(() => inFrame('videoId')).toBe('aaaaaaaaaaa');
    expect(asked).toEqual(['https://www.youtube.com/iframe_api']);
    expect(await inFrame('host')).toBe('https://www.youtube-nocookie.com');
    await page.reload();
    await expect.poll(() => inFrame('videoId')).toBe('aaaaaaaaaaa');
  });

  test('[SY57] it is brought to the room by seeks, and the page says how near it is', async () => {
    await expect.poll(offBy).toBeLessThan(1);
    await asAnna('RoomService.UpdatePlaybackState', { position_seconds: 300 });
    await expect.poll(() => inFrame<number>('now()')).toBeGreaterThan(300);
    await expect.poll(offBy).toBeLessThan(1);
    await page.getByText('Within a second').waitFor();
    await asAnna('RoomService.UpdatePlaybackState', { speed: 1.5 });
    await expect.poll(() => inFrame('rate')).toBe(1.5);
    await asAnna('RoomService.UpdatePlaybackState', { is_playing: false });
    await expect.poll(() => inFrame('state')).toBe(2);
    await page.keyboard.press('m');
    await expect.poll(() => inFrame('silent')).toBe(true);
  });

  test('[SY56] scripts of the site do not run in the page, and nothing lies over its player', async () => {
    expect(await page.evaluate('typeof YT')).toBe('undefined');
    const isFree = await page.evaluate(`(() => {
      const { left, top, right, bottom } = document.querySelector('iframe').getBoundingClientRect();
      const points = [[left + 9, top + 9], [right - 9, bottom - 9], [(left + right) / 2, (top + bottom) / 2]];
      return points.every(([x, y]) => document.elementFromPoint(x, y)?.tagName === 'IFRAME');
    })()`);
    expect(isFree).toBe(true);
  });

  test.each([
    ['gone1234567', 'There is no video at this address'],
    ['owner123456', 'The owner does not allow it here'],
    ['fault123456', 'The other site’s player did not load'],
  ])('[SY56] %s is told in words', async (id, title) => {
    await play(id);
    await page.getByRole('heading', { name: title }).waitFor();
  });
});
