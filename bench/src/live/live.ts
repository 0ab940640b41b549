/**
 * How old a live picture is when a page shows it ("glass to glass"), how far apart two viewers are, and in how many
 * seconds a picture is there after somebody has pressed "play", and after an encoder that died has come back.
 */
import { join } from 'node:path';
import { until } from '@matinee/testkit/until.ts';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { median, quantile } from '../figures.ts';
import { nowMs, openScreen, pause, type Screen, waitUntilMoving } from '../skew/screen.ts';
import { startWorld, type World } from '../world.ts';
import { type Age, ageCollector, startPublisher } from './publisher.ts';

/** `BENCH_LIVE`: ways to measure, by name. All of them by default. */
const wish = process.env.BENCH_LIVE?.split(',');

interface Way {
  readonly name: string;
  /** Pictures from one key frame to the next, 30 a second. */
  readonly group: number;
  readonly by: 'flv' | 'll_hls' | 'hls' | 'whep';
}

/** Key frames each second, and at the default interval of OBS. */
const ways: readonly Way[] = [
  { name: 'flv', group: 30, by: 'flv' },
  { name: 'flv_far_keys', group: 250, by: 'flv' },
  { name: 'whep', group: 30, by: 'whep' },
  { name: 'whep_far_keys', group: 250, by: 'whep' },
  { name: 'll_hls', group: 30, by: 'll_hls' },
  { name: 'll_hls_far_keys', group: 250, by: 'll_hls' },
  { name: 'hls', group: 30, by: 'hls' },
  { name: 'hls_far_keys', group: 250, by: 'hls' },
];

/** How long a page plays before it is measured, and how long it is. */
const settleMs = 12_000;
const watchMs = 10_000;
/** How long an encoder that died is away. */
const goneMs = 2_000;

export const live: Benchmark = {
  name: 'live',
  async run() {
    const world = await startWorld({
      ...{ people: 2, rooms: ways.length, webRoot: join(root, 'web/dist') },
      environment: { MATINEE_RTMP_ADDRESS: '127.0.0.1:0' },
      settings: { 'whep.enabled': true, 'whep.announcedAddress': '127.0.0.1' },
    });
    const figures: Record<string, number> = {};
    try {
      for (const [index, way] of ways.entries()) {
        if (wish && !wish.includes(way.name)) continue;
        Object.assign(figures, await measure(world, world.rooms[index]!, way));
      }
      return figures;
    } finally {
      await world.stop();
    }
  },
};

async function measure(world: World, room: string, way: Way): Promise<Record<string, number>> {
  const stage = await prepare(world, room);
  let publisher = startPublisher(stage.address, way.group);
  const screens: Screen[] = [];
  try {
    for (const person of [0, 1]) screens.push(await watch(world, room, person, way));
    await Promise.all(screens.map(waitUntilMoving));
    await pause(settleMs);
    const fromMs = nowMs();
    await pause(watchMs);
    const [first, second] = await Promise.all(screens.map((screen) => agesOf(screen, fromMs)));
    const seconds = (ages: readonly Age[]) => ages.map(({ ms }) => ms / 1_000);
    const both = [...seconds(first!), ...seconds(second!)];
    const pressSeconds = await press(stage, screens[1]!);
    publisher.stop();
    await pause(goneMs);
    const backMs = nowMs();
    publisher = startPublisher(stage.address, way.group);
    return {
      [way.name]: median(both),
      [`${way.name}_p95`]: quantile(both, 0.95),
      [`${way.name}_apart_ms`]: Math.abs(median(seconds(first!)) - median(seconds(second!))) * 1_000,
      [`${way.name}_press`]: pressSeconds,
      [`${way.name}_return`]: await untilPicture(screens[1]!, backMs),
    };
  } finally {
    publisher.stop();
    await Promise.all(screens.map(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(screens.map((screen) => screen.close()));
  }
}

/** Seconds from the press that plays the stream to its first picture on a screen that was there. */
async function press({ stop, play }: Stage, screen: Screen): Promise<number> {
  await stop();
  const isGone = () => screen.page.evaluate<boolean>(`document.querySelector('video') === null`);
  await until('nothing plays', isGone);
  const pressedMs = nowMs();
  await play();
  return untilPicture(screen, 0, pressedMs);
}

/** Seconds until a screen shows a picture that was made after `madeMs`, counted from `fromMs`. */
async function untilPicture(screen: Screen, madeMs: number, fromMs = madeMs): Promise<number> {
  const find = async () => (await agesOf(screen, fromMs)).find(({ atMs, ms }) => atMs - ms >= madeMs);
  const { atMs } = await until('a picture is shown', find);
  return (atMs - fromMs) / 1_000;
}

/** A live stream in a room. */
interface Stage {
  /** Where an encoder sends. */
  readonly address: string;
  play(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Adds a live stream to the room and plays it. */
async function prepare({ server, people }: World, room: string): Promise<Stage> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { media } = (await post(`rooms/${room}/media`, { name: 'live', source: { rtmp: {} } })) as {
    media: { id: string };
  };
  const play = () => post(`rooms/${room}/playback/start`, { media_id: media.id });
  await play();
  const keyPath = `playback-providers/${room}/rtmp/${media.id}/publish-key`;
  const key = (await post(keyPath, { media_id: media.id })) as Record<string, string>;
  return {
    address: `${key['server_url']}/${key['publish_key']}`,
    play,
    stop: () => post(`rooms/${room}/playback/stop`, {}),
  };
}

/** Opens the room, in which the page reads the stream in this way. */
async function watch({ server, people }: World, room: string, person: number, { by }: Way): Promise<Screen> {
  const session = { accessToken: people[person]!.token, refreshToken: 'none' };
  const screen = await openScreen('about:blank', session);
  await screen.page.addInitScript(ageCollector);
  if (by.endsWith('hls')) await screen.page.route('**/flv-stream?*', (route) => route.fulfill({ status: 404 }));
  if (by === 'hls') await screen.page.route('**/index.m3u8?*', (route) => withoutParts(route));
  await screen.page.goto(`${server.url}/r/${room}`);
  if (by === 'whep') await chooseWebRtc(screen);
  return screen;
}

async function chooseWebRtc(screen: Screen): Promise<void> {
  const { page } = screen;
  await waitUntilMoving(screen);
  await page.locator('video').dispatchEvent('pointermove');
  await page.getByRole('button', { name: 'Speed, subtitles and sound' }).click();
  await page.getByRole('group', { name: 'Version for you' }).getByText('Closest to live (WebRTC)').click();
  await page.keyboard.press('Escape');
  const isStream = `document.querySelector('video')?.srcObject?.active === true`;
  await until('it plays by WebRTC', () => page.evaluate<boolean>(isStream));
  await waitUntilMoving(screen);
}

type Route = Parameters<Parameters<Screen['page']['route']>[1]>[0];

/** The list as a server without parts would send it. */
async function withoutParts(route: Route): Promise<void> {
  const response = await route.fetch();
  const ofParts = /^#EXT-X-(PART|PART-INF|SERVER-CONTROL|PRELOAD-HINT):/;
  const lines = (await response.text()).split('\n').filter((line) => !ofParts.test(line));
  await route.fulfill({ response, body: lines.join('\n') });
}

async function agesOf({ page }: Screen, fromMs: number): Promise<readonly Age[]> {
  const ages = await page.evaluate<Age[]>('window.__ages');
  return ages.filter(({ atMs }) => atMs >= fromMs);
}
