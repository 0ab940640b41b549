/**
 * The cost of a room's page for its viewer while a film plays: processor time of the whole browser compared with a
 * page with the bare film, in a quiet room, and with ten messages and a hundred comments over the film each second;
 * the growth of its memory, and the dropped frames.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { openScreen, pause, type Screen, waitUntilMoving } from '../skew/screen.ts';
import { startWorld, type World } from '../world.ts';
import { serveFiles } from './files.ts';

/** `BENCH_MINUTES=180`: a whole evening. */
const busyMinutes = Number(process.env['BENCH_MINUTES'] ?? 3);
const quietMs = 60_000;
/** Wait for the page's own loading to finish, in milliseconds. */
const settleMs = 10_000;
const messagesPerSecond = 10;
const people = 20;

export const client: Benchmark = {
  name: 'client',
  limitMs: (busyMinutes + 8) * 60_000,
  async run() {
    const busyMs = busyMinutes * 60_000;
    const files = await serveFiles((2 * settleMs + quietMs + busyMs) / 1_000 + 60);
    const world = await startWorld({
      ...{ people, rooms: 1, webRoot: join(root, 'web/dist') },
      environment: { MATINEE_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    try {
      const bare = await withScreen(`${files.url}/bare.html`, undefined, (screen) => measure(screen, quietMs));
      await playFilm(world, files.url, []);
      const session = { accessToken: world.people[0]!.token, refreshToken: 'none' };
      const url = `${world.server.url}/r/${world.rooms[0]}`;
      const quiet = await withScreen(url, session, (screen) => measure(screen, quietMs));
      await playFilm(world, files.url, [{ url: `${files.url}/all.xml`, name: 'everybody' }]);
      const busy = await withScreen(url, session, async (screen) => {
        const stop = chat(world);
        const found = await measure(screen, busyMs);
        await stop();
        return found;
      });
      return {
        ...{ bare_core: bare.core, quiet_core: quiet.core, busy_core: busy.core },
        quiet_over_bare: quiet.core - bare.core,
        ...{ quiet_heap_growth: quiet.heapGrowth, busy_heap_growth: busy.heapGrowth, busy_heap_mib: busy.heapMib },
        ...{ bare_dropped: bare.dropped, quiet_dropped: quiet.dropped, busy_dropped: busy.dropped },
      };
    } finally {
      await world.stop();
      files.close();
    }
  },
};

async function withScreen<T>(url: string, session: object | undefined, work: (screen: Screen) => Promise<T>) {
  const screen = await openScreen(url, session);
  try {
    await waitUntilMoving(screen);
    await pause(settleMs);
    return await work(screen);
  } finally {
    await screen.close();
  }
}

/** `core`: the part of a core that the browser takes; the heap is compared from a quarter of the time on. */
async function measure({ page }: Screen, ms: number) {
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const cpuSeconds = async () => {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const [fromSeconds, fromMs] = [await cpuSeconds(), performance.now()];
  await pause(ms / 4);
  const before = await heapMib(page);
  await pause((ms * 3) / 4);
  const core = ((await cpuSeconds()) - fromSeconds) / ((performance.now() - fromMs) / 1_000);
  const after = await heapMib(page);
  const quality = `document.querySelector('video').getVideoPlaybackQuality().droppedVideoFrames`;
  return { core, heapMib: after, heapGrowth: after / before, dropped: await page.evaluate<number>(quality) };
}

/** Heap size of the page's scripts after a garbage collection. */
async function heapMib(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let pass = 0; pass < 2; pass++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_048_576;
}

async function playFilm(world: World, site: string, danmakus: readonly object[]): Promise<void> {
  const path = `rooms/${world.rooms[0]}`;
  const source = { direct_url: { url: `${site}/film.mp4`, danmakus } };
  const { media } = await post(world, 0, `${path}/media`, { name: 'film', source });
  await post(world, 0, `${path}/playback/start`, { media_id: media.id });
}

/** People write one message after another. @returns a function that ends it */
function chat(world: World): () => Promise<void> {
  let isOver = false;
  const writing = world.people.slice(1, 1 + messagesPerSecond).map(async (_, n) => {
    for (let count = 0; !isOver; count++) {
      const content = `message ${count} of somebody who has something to say about it`;
      const body = { content, client_message_id: `${n} ${count}` };
      await Promise.all([post(world, 1 + n, `rooms/${world.rooms[0]}/chat/messages`, body), pause(1_000)]);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(writing);
  };
}

async function post({ server, people: all }: World, person: number, path: string, body: object) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${all[person]!.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
