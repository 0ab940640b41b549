import type { Benchmark } from '../benchmark.ts';
import { inTurn, median, quantile, ratioOf } from '../figures.ts';
import { residentKib } from '../process-usage.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld } from '../world.ts';
import { type Films, filmBytes, type Place, startFilms } from './films.ts';
import type { ProxyLoad } from './load.ts';

const rounds = 3;
const crowd = 16;
/** How much a player reads after a seek, in bytes, before it shows a picture. */
const seekBytes = 262_144;
const seeks = 200;
const stalledReaders = 200;

type Load = Worker<ProxyLoad>;

/**
 * Megabytes per second of one reader and of 16, cold and warm, beside one worker of nginx with `proxy_pass` and with
 * its slice module, on the same films. The time of a seek through the warm cache, beside the origin itself. The memory
 * for 200 readers who have stopped.
 */
export const proxy: Benchmark = {
  name: 'proxy',
  async run() {
    const environment = { MATINEE_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' };
    const world = await startWorld({ people: 1, rooms: 1, environment });
    const films = await startFilms(world);
    const load = await startWorker<ProxyLoad>(new URL('load.ts', import.meta.url));
    try {
      return {
        ...(await comparePlain(films, load)),
        ...(await compareCached(films, load)),
        ...(await compareSeeks(films, load)),
        ...(await countStalled(films, load, world.server.pid)),
      };
    } finally {
      await load.stop();
      await films.stop();
      await world.stop();
    }
  },
};

async function comparePlain(films: Films, load: Load): Promise<Record<string, number>> {
  const { ours, nginx } = await films.make('plain');
  const figures: Record<string, number> = {};
  for (const readers of [1, crowd]) {
    const speedOf = (place: Place) => async () => (await load.ask('all', { ...place, readers })).megabytesPerSecond;
    await speedOf(ours)();
    const speeds = await inTurn(rounds, speedOf(ours), speedOf(nginx));
    Object.assign(figures, shown(`plain_${readers}`, speeds));
  }
  return { plain_ratio: figures[`plain_${crowd}_ratio`]!, ...figures };
}

async function compareCached(films: Films, load: Load): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const readers of [1, crowd]) {
    // Each round has its own film, which was never read.
    const cold = { ours: [] as number[], control: [] as number[] };
    const warm = { ours: [] as number[], control: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const { ours, nginx } = await films.make('cached');
      const speedOf = async (place: Place) => (await load.ask('all', { ...place, readers })).megabytesPerSecond;
      cold.ours.push(await speedOf(ours));
      cold.control.push(await speedOf(nginx));
      warm.control.push(await speedOf(nginx));
      warm.ours.push(await speedOf(ours));
    }
    Object.assign(figures, shown(`cold_${readers}`, cold), shown(`warm_${readers}`, warm));
  }
  return { warm_ratio: figures[`warm_${crowd}_ratio`]!, ...figures };
}

function shown(name: string, speeds: { readonly ours: number[]; readonly control: number[] }): Record<string, number> {
  return {
    [`${name}_mb_s`]: median(speeds.ours),
    [`${name}_nginx_mb_s`]: median(speeds.control),
    [`${name}_ratio`]: ratioOf(speeds, (speed) => speed),
  };
}

async function compareSeeks(films: Films, load: Load): Promise<Record<string, number>> {
  const { ours, direct } = await films.make('cached');
  await load.ask('all', { ...ours, readers: 1 });
  const readsOf = (place: Place) =>
    Array.from({ length: seeks }, (_, n) => {
      const start = (n * 7_919_119) % (filmBytes - seekBytes);
      return { ...place, range: `bytes=${start}-${start + seekBytes - 1}` };
    });
  const { ours: through, control } = await inTurn(
    rounds,
    () => load.ask('each', { reads: readsOf(ours) }),
    () => load.ask('each', { reads: readsOf(direct) }),
  );
  return { seek_p95_ms: quantile(through.flat(), 0.95), seek_direct_p95_ms: quantile(control.flat(), 0.95) };
}

async function countStalled(films: Films, load: Load, pid: number): Promise<Record<string, number>> {
  const { ours } = await films.make('cached');
  await load.ask('all', { ...ours, readers: 1 });
  const before = residentKib(pid);
  await load.ask('stall', { ...ours, readers: stalledReaders });
  let peak = 0;
  for (let look = 0; look < 30; look++) {
    peak = Math.max(peak, residentKib(pid));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { stalled_mib: (peak - before) / 1_024 };
}
