import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.ts';
import type { Seat } from '../crowd.ts';
import type { CommandResult, FanoutLoad } from '../fanout/load.ts';
import { inTurn, median, quantile, ratioOf } from '../figures.ts';
import { cpuMs } from '../process-usage.ts';
import { type ServerMetrics, serverMetrics } from '../server-metrics.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';

const members = 1_000;
const rooms = 10;
/** Report interval of the players, in milliseconds. */
const reportEveryMs = 30_000;
/** Measurements of each kind, and scrapes. */
const rounds = 6;
const scrapes = 20;
/** Scrapes of Prometheus are this far apart at least, in milliseconds; here they have time to disturb nothing. */
const restMs = 250;

/**
 * The cost of players that report their drift from the room: a room of 1 000 members with reports, compared with the
 * same room without. And a scrape of the metrics while 10 000 members are connected.
 */
export const reports: Benchmark = {
  name: 'reports',
  async run() {
    const metrics = await serverMetrics();
    const world = await startWorld({ people: members, rooms, environment: metrics.environment });
    const load = await startWorker<FanoutLoad>(new URL('../fanout/load.ts', import.meta.url));
    try {
      await open(world, load, world.rooms.slice(0, 1));
      const told = await measureTelling(world, load);
      await load.ask('close', { side: 'ours' });
      await open(world, load, world.rooms);
      await load.ask('report', { side: 'ours', everyMs: reportEveryMs });
      await pause(reportEveryMs);
      return { ...told, ...(await measureScrapes(metrics)) };
    } finally {
      await load.stop();
      await world.stop();
    }
  },
};

function open(world: World, load: Worker<FanoutLoad>, of: readonly string[]) {
  const seats: Seat[] = of.flatMap((room) => world.people.map(({ token }) => ({ path: `/ws/rooms/${room}`, token })));
  return load.ask('open', { side: 'ours', kind: 'room', port: world.server.port, seats });
}

async function measureTelling({ server }: World, load: Worker<FanoutLoad>): Promise<Record<string, number>> {
  const tell = async (everyMs: number) => {
    await load.ask('report', { side: 'ours', everyMs });
    const before = cpuMs(server.pid);
    const paced = await load.ask('pace', { side: 'ours', count: 20, everyMs: 100 });
    const cpu = cpuMs(server.pid) - before;
    return { paced, cpu, saturated: await load.ask('saturate', { side: 'ours', window: 4, ms: 2_000 }) };
  };
  await tell(0);
  const measured = await inTurn(
    rounds,
    () => tell(reportEveryMs),
    () => tell(0),
  );
  await load.ask('report', { side: 'ours', everyMs: 0 });
  const last = (all: readonly { readonly paced: CommandResult }[], q: number) =>
    quantile(
      all.flatMap(({ paced }) => paced.latenciesMs),
      q,
    );
  return {
    ratio: ratioOf(measured, ({ saturated }) => saturated.deliveries / saturated.ms),
    cpu_ratio: ratioOf(measured, ({ cpu }) => cpu),
    last_p50_ratio: last(measured.ours, 0.5) / last(measured.control, 0.5),
    last_p99: last(measured.ours, 0.99),
    control_last_p99: last(measured.control, 0.99),
  };
}

async function measureScrapes(metrics: ServerMetrics): Promise<Record<string, number>> {
  const took: number[] = [];
  let bytes = 0;
  for (let n = 0; n < scrapes; n++) {
    await pause(restMs);
    const startedAtMs = performance.now();
    bytes = (await metrics.text()).length;
    took.push(performance.now() - startedAtMs);
  }
  return {
    scrape_p50: median(took),
    scrape_max: Math.max(...took),
    scrape_kib: bytes / 1024,
    at_members: members * rooms,
  };
}
