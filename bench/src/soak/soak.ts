/**
 * Five hundred people who come, go, chat, jump, react and upload: the server's heap, descriptors and connections, and
 * how long a call takes, in the last sixth of the time as multiples of those in the first one. Mark: 1.05 each.
 */
import { readdirSync } from 'node:fs';
import type { Benchmark } from '../benchmark.ts';
import { median, quantile } from '../figures.ts';
import { type ServerMetrics, serverMetrics } from '../server-metrics.ts';
import { collectable } from '../settled-memory.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { SoakPeople } from './people.ts';

/** `BENCH_MINUTES=60`: an hour. */
const minutes = Number(process.env['BENCH_MINUTES'] ?? 6);
/** Time until all people have arrived once, in minutes. */
const warmUpMinutes = 2;
const rooms = 25;
const perRoom = 20;
const looksPerMinute = 4;

/** A sample of the server's resources. */
interface Look {
  readonly heapMib: number;
  readonly descriptors: number;
  readonly connections: number;
}

interface Stretch {
  readonly looks: Look[];
  readonly times: number[];
}

export const soak: Benchmark = {
  name: 'soak',
  limitMs: (minutes + 8) * 60_000,
  async run() {
    const metrics = await serverMetrics();
    const world = await startWorld({
      ...{ people: rooms * perRoom, rooms, perRoom },
      nodeArguments: collectable,
      environment: metrics.environment,
    });
    const load = await startWorker<SoakPeople>(new URL('people.ts', import.meta.url));
    try {
      const { url, port } = world.server;
      await load.ask('begin', { url, port, people: peopleOf(world) });
      await watch(world, metrics, load, warmUpMinutes);
      const first = await watch(world, metrics, load, minutes / 6);
      await watch(world, metrics, load, (minutes * 4) / 6);
      const last = await watch(world, metrics, load, minutes / 6);
      return compare(first, last);
    } finally {
      await load.stop();
      await world.stop();
    }
  },
};

function peopleOf({ rooms: ids, membersOf }: World) {
  return ids.flatMap((room, place) => membersOf(place).map(({ token }) => ({ token, room })));
}

async function watch(
  { server: { pid } }: World,
  metrics: ServerMetrics,
  load: Worker<SoakPeople>,
  forMinutes: number,
): Promise<Stretch> {
  await load.ask('times', undefined as never);
  const looks: Look[] = [];
  for (let n = 0; n < forMinutes * looksPerMinute; n++) {
    await new Promise((resolve) => setTimeout(resolve, 60_000 / looksPerMinute));
    process.kill(pid, 'SIGUSR2');
    looks.push({
      heapMib: (await metrics.value('nodejs_heap_size_used_bytes')) / 1_048_576,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      connections: await metrics.value('matinee_database_connections'),
    });
  }
  return { looks, times: await load.ask('times', undefined as never) };
}

function compare(first: Stretch, last: Stretch): Record<string, number> {
  const growth = (of: (look: Look) => number) => median(last.looks.map(of)) / median(first.looks.map(of));
  const p99 = ({ times }: Stretch) => quantile(times, 0.99);
  return {
    minutes,
    calls: first.times.length + last.times.length,
    heap_mib: median(last.looks.map(({ heapMib }) => heapMib)),
    heap_growth: growth(({ heapMib }) => heapMib),
    descriptor_growth: growth(({ descriptors }) => descriptors),
    connection_growth: growth(({ connections }) => connections),
    first_p99_ms: p99(first),
    p99_ms: p99(last),
    p99_growth: p99(last) / p99(first),
  };
}
