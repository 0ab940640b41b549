/** Two browsers, one film: how far apart their pictures are, measured by the frames that they show. */
import { join } from 'node:path';
import { makeTestMedia, type TestMedia } from '@matinee/testkit/media.ts';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { quantile } from '../figures.ts';
import { startWorld, type World } from '../world.ts';
import { measureControl } from './control.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { measureRoom, type Stretches } from './room.ts';

/** Round trip and jitter of the far server. */
const far = { roundTripMs: 80, jitterMs: 40 };

/**
 * `BENCH_SKEW=quick`: takes less than a minute, for work on the engine; its figures are rough. `near` and `far` measure
 * one side only.
 */
const wish = process.env.BENCH_SKEW ?? '';
/** Enough starts that the 95th percentile is not simply the worst one. */
const starts = 20;
const isQuick = wish.includes('quick');
const stretches: Record<'near' | 'far', Stretches> = isQuick
  ? { near: { steadyMs: 8_000, starts: 3 }, far: { steadyMs: 8_000, starts: 3 } }
  : { near: { steadyMs: 60_000, starts }, far: { steadyMs: 25_000, starts } };

/** Length of the film: longer than any measurement between two seeks back. */
const filmSeconds = 90;

export const skew: Benchmark = {
  name: 'skew',
  async run() {
    const [media, world] = await Promise.all([
      makeTestMedia(filmSeconds, { size: '1280x720', rate: 30 }),
      startWorld({ people: 3, rooms: 1, webRoot: join(root, 'web/dist') }),
    ]);
    const figures: Record<string, number> = {};
    try {
      if (!wish.includes('far')) await measure(figures, '', world, media, world.server.url, stretches.near);
      if (!wish.includes('near')) {
        const proxy = await startDelayProxy(world.server.port, far);
        await measure(figures, 'wan_', world, media, proxy.url, stretches.far).finally(() => proxy.close());
      }
      const control = await measureControl(media, isQuick ? 4_000 : 8_000, far);
      figures.control_steady_p95 = quantile(control.near, 0.95);
      figures.wan_control_steady_p95 = quantile(control.far, 0.95);
      return figures;
    } finally {
      media.close();
      await world.stop();
    }
  },
};

async function measure(
  figures: Record<string, number>,
  prefix: string,
  world: World,
  media: TestMedia,
  url: string,
  lengths: Stretches,
): Promise<void> {
  const found = await measureRoom(world, media, url, lengths);
  for (const [name, value] of Object.entries(found)) figures[`${prefix}${name}`] = value;
}
