import { hasChromium, startBrowser, type TestBrowser } from '@matinee/testkit/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { signInBrowser, webRoot } from '@matinee/testkit/web-app.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** A film of ten minutes that each fake plays. It takes a moment to begin. */
const film = `
  window.film = {
    state: 'unstarted', base: 0, since: 0, rate: 1, volume: 1, silent: false, refuses: false,
    now() { return this.state === 'playing' ? this.base + (performance.now() - this.since) / 1000 * this.rate : this.base; },
    turn(state) { this.base = this.now(); this.since = performance.now(); this.state = state; this.tell?.(state); },
    play() { this.turn('loading'); setTimeout(() => this.state === 'loading' && this.turn('playing'), 150); },
    pause() { this.turn('paused'); },
    seek(seconds) { this.base = seconds; this.since = performance.now(); this.tell?.('seeked'); },
  };
`;

/**
 * Fakes the Player SDK of Vimeo (developer.vimeo.com/player/sdk/reference): promises, and events with seconds and
 * duration.
 */
const vimeoSdk = `${film}
  window.Vimeo = { Player: class {
    listeners = {};
    constructor(frame) {
      this.src = frame.src;
      window.fake = this;
      const say = (event, news = {}) => this.listeners[event]?.({ seconds: film.now(), duration: 600, ...news });
      this.say = say;
      film.tell = (state) => say({ loading: 'bufferstart', paused: 'pause' }[state] ?? state);
      setInterval(() => film.state === 'playing' && say('timeupdate'), 250);
    }
    on(event, listener) { this.listeners[event] = listener; }
    async ready() {
      const name = { 404: 'NotFoundError', 403: 'PrivacyError' }[new URL(this.src).pathname.split('/').pop()];
      if (name) throw Object.assign(new Error('no'), { name });
    }
    async getDuration() { return 600; }
    async getVolume() { return film.volume; }
    async getMuted() { return film.silent; }
    async play() { film.play(); }
    async pause() { film.pause(); }
    async setCurrentTime(seconds) { film.seek(seconds); return seconds; }
    async setPlaybackRate(rate) {
      if (film.refuses) throw new Error('no speeds');
      film.turn(film.state); film.rate = rate; return rate;
    }
    async setVolume(volume) { film.volume = volume; this.say('volumechange', { volume }); return volume; }
    async setMuted(muted) { film.silent = muted; this.say('volumechange', { volume: film.volume, muted }); return muted; }
  } };
`;

/**
 * Fakes the Web SDK of Dailymotion (developers.dailymotion.com/reference/web-sdk-player-methods): it gives its state on
 * request.
 */
const dailymotionSdk = `${film}
  const listeners = {};
  window.dailymotion = {
    events: { PLAYER_ERROR: 'error', PLAYER_PLAYBACKPERMISSION: 'permission' },
    async createPlayer(id, { video }) {
      if (video === 'xgone01') setTimeout(() => listeners.error({ playerError: { code: 'DM007' } }), 0);
      return window.fake = {
        video,
        on(event, listener) { listeners[event] = listener; },
        play: () => film.play(), pause: () => film.pause(), seek: (seconds) => film.seek(seconds),
        setVolume(volume) { film.volume = volume; }, setMute(muted) { film.silent = muted; }, destroy() {},
        getState: async () => ({
          videoTime: film.now(), videoDuration: 600, playerIsPlaying: film.state === 'playing',
          playerIsBuffering: film.state === 'loading', playerIsReplayScreen: false, adIsPlaying: false,
          playerVolume: film.volume, playerIsMuted: film.silent,
        }),
      };
    },
  };
`;

/**
 * Fakes the Embed Player of TikTok (developers.tiktok.com/doc/embed-player): a page that receives and sends messages.
 */
const tiktokPage = `<!doctype html><script>${film}
  const say = (type, value) => parent.postMessage({ type, value, 'x-tiktok-player': true }, '*');
  const codes = { unstarted: -1, playing: 1, paused: 2, loading: 3 };
  film.tell = (state) => say('onStateChange', codes[state] ?? codes[film.state]);
  addEventListener('message', ({ data }) => {
    if (!data['x-tiktok-player']) return;
    ({ play: () => film.play(), pause: () => film.pause(), seekTo: (to) => film.seek(to),
      mute: () => { film.silent = true; say('onMute', true); }, unMute: () => { film.silent = false; say('onMute', false); },
    })[data.type](data.value);
  });
  setInterval(() => say('onCurrentTime', { currentTime: film.now(), duration: 600 }), 250);
  setTimeout(() => location.pathname.endsWith('404') ? say('onError', { errorCode: 1 }) : say('onPlayerReady'), 50);
</script>`;

const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'https://player.vimeo.com/api/player.js': ['text/javascript', vimeoSdk],
  'https://geo.dailymotion.com/libs/player.js': ['text/javascript', dailymotionSdk],
};

const sites = [
  {
    name: 'Vimeo',
    source: { vimeo: { video_id: '76979871', hash: '8272103f6e' } },
    gone: { source: { vimeo: { video_id: '404' } }, title: 'There is no video at this address' },
    speeds: 1.5,
    asks: 'https://player.vimeo.com/video/76979871?dnt=1&playsinline=1&autopause=0&h=8272103f6e',
  },
  {
    name: 'Dailymotion',
    source: { dailymotion: { video_id: 'x5e9eog' } },
    gone: { source: { dailymotion: { video_id: 'xgone01' } }, title: 'The other site’s player did not load' },
    speeds: 1,
    asks: 'https://geo.dailymotion.com/libs/player.js',
  },
  {
    name: 'TikTok',
    source: { tiktok: { video_id: '6718335390845095173' } },
    gone: { source: { tiktok: { video_id: '671833539084509404' } }, title: 'The other site’s player did not load' },
    speeds: 1,
    asks: 'https://www.tiktok.com/player/v1/6718335390845095173?controls=0',
  },
] as const;

describe.skipIf(!hasChromium)('players of other sites', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let anna: TestUser;
  let room: string;
  /** Requests of the browser to other sites. */
  let asked: string[];

  const asAnna = (call: string, request: object) =>
    server.ok({ call, token: anna.token, room, request: JSON.parse(JSON.stringify(request)) });
  async function play(source: object): Promise<void> {
    const { media } = await asAnna('RoomService.AddMedia', { source, name: 'A video' });
    await asAnna('RoomService.StartPlayback', { media_id: media.id });
  }
  /** Evaluates `expression` in the document where the fake plays: the embed's, or the site's own document inside it. */
  async function inFilm<T>(expression: string): Promise<T | undefined> {
    for (const frame of page.frames().filter((one: Frame) => one !== page.mainFrame())) {
      const value = await frame
        .evaluate<T | undefined>(`window.film && (${expression.replaceAll('$', 'window.film')})`)
        .catch(() => undefined);
      if (value !== undefined) return value;
    }
    return undefined;
  }
  async function offBy(): Promise<number> {
    const at = await inFilm<number>('$.now()');
    return Math.abs((at ?? 1e6) - (await page.evaluate<number>('window.__matinee?.sync.expected()')));
  }

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ webRoot }), startBrowser()]);
    anna = await server.signUp('anna');
    await browser.context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => {
      const url = route.request().url();
      asked.push(url);
      const [contentType, body] = answers[url] ?? [
        'text/html',
        url.includes('tiktok') ? tiktokPage : '<!doctype html>',
      ];
      return route.fulfill({ contentType, body });
    });
  });
  beforeEach(async () => {
    asked = [];
    room = await makeRoom(server, anna);
    page = await browser.context.newPage();
    await signInBrowser(page, anna);
    await page.goto(`${server.url}/r/${room}`);
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test.each(sites)('[SY55] [SY56] [SY57] $name is loaded once allowed, and kept in step', async (site) => {
    await play(site.source);
    await page.getByRole('heading', { name: `This film comes from ${site.name}` }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: `Load ${site.name} and watch` }).click();
    await expect.poll(() => inFilm('$.state')).toBe('playing');
    expect(
      asked.some((url) => url.startsWith(site.asks)),
      asked.join(),
    ).toBe(true);
    await expect.poll(offBy).toBeLessThan(1);
    await asAnna('RoomService.UpdatePlaybackState', { position_seconds: 300 });
    await expect.poll(() => inFilm<number>('$.now()')).toBeGreaterThan(299);
    await expect.poll(offBy).toBeLessThan(1);
    await asAnna('RoomService.UpdatePlaybackState', { speed: 1.5 });
    await expect.poll(() => inFilm('$.rate')).toBe(site.speeds);
    await asAnna('RoomService.UpdatePlaybackState', { is_playing: false, speed: 1 });
    await expect.poll(() => inFilm('$.state')).toBe('paused');
    await page.keyboard.press('m');
    await expect.poll(() => inFilm('$.silent')).toBe(true);
    const scripts = await page.evaluate('[typeof Vimeo, typeof dailymotion]');
    expect(scripts).toEqual(['undefined', 'undefined']);
  });

  test.each(sites)('[SY56] what $name cannot play is told in words', async ({ name, gone }) => {
    await page.evaluate((site) => localStorage.setItem('matinee.sites', site), name.toLowerCase());
    await page.reload();
    await play(gone.source);
    await page.getByRole('heading', { name: gone.title }).waitFor();
  });

  test('[SY57] where the owner of a video on Vimeo allows one speed only, it is not asked for others', async () => {
    await page.evaluate(() => localStorage.setItem('matinee.sites', 'vimeo'));
    await page.reload();
    await play(sites[0].source);
    await expect.poll(() => inFilm('$.state')).toBe('playing');
    await inFilm('$.refuses = true');
    await asAnna('RoomService.UpdatePlaybackState', { speed: 1.5 });
    await expect.poll(offBy).toBeLessThan(2);
    expect(await inFilm('$.rate')).toBe(1);
  });
});
