import type { Benchmark } from '../benchmark.ts';
import { quantile } from '../figures.ts';
import { cpuMs } from '../process-usage.ts';
import { type ServerMetrics, serverMetrics } from '../server-metrics.ts';
import { collectable, settledKib } from '../settled-memory.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { ManyLoad } from './load.ts';

const rooms = 2_000;
const perRoom = 5;
/** The intervals in each of many rooms, in milliseconds. */
const usual = { commandMs: 10_000, chatMs: 20_000, ms: 20_000 };
/** The intervals in one room alone. */
const lonely = { commandMs: 100, chatMs: 0, ms: 10_000 };
/** A room without members is kept for 30 s [RT8]. */
const forgottenMs = 32_000;

/**
 * Two thousand rooms of five members in one process, each commanded every ten seconds and chatting every twenty: how long
 * a command takes until the last member of its room knows, beside the same in one room alone; the memory of a room whose
 * members are silent, and what a room still costs after its last member left. That is told by the heap, as the system
 * may get back freed pages later.
 */
export const many: Benchmark = {
  name: 'many',
  async run() {
    const metrics = await serverMetrics();
    const world = await startWorld({
      ...{ people: rooms * perRoom, rooms, perRoom },
      nodeArguments: collectable,
      environment: metrics.environment,
    });
    const load = await startWorker<ManyLoad>(new URL('load.ts', import.meta.url));
    try {
      const open = (count: number) => load.ask('open', { port: world.server.port, rooms: seatsOf(world, count) });
      await open(1);
      await load.ask('live', { ...lonely, ms: 2_000 });
      const alone = await load.ask('live', lonely);
      await load.ask('close', undefined as never);
      return { ...(await measureMany(world, metrics, load, open)), ...p99s(alone, 'one_room') };
    } finally {
      await load.stop();
      await world.stop();
    }
  },
};

async function measureMany(
  world: World,
  metrics: ServerMetrics,
  load: Worker<ManyLoad>,
  open: (count: number) => Promise<void>,
) {
  const { pid } = world.server;
  // Code that is compiled and pages that are kept do not count as rooms.
  await open(rooms / 4);
  await load.ask('close', undefined as never);
  await pass(forgottenMs);
  const beforeKib = await settledKib(pid);
  const heapBeforeKib = await heapKib(metrics);
  await open(rooms);
  const fullKib = await settledKib(pid);
  const cpuBeforeMs = cpuMs(pid);
  const lived = await load.ask('live', usual);
  const spentMs = cpuMs(pid) - cpuBeforeMs;
  await load.ask('close', undefined as never);
  await pass(forgottenMs);
  await settledKib(pid);
  const messages = (lived.length * usual.commandMs) / usual.chatMs;
  return {
    ...p99s(lived, 'many_rooms'),
    kib_per_room: (fullKib - beforeKib) / rooms,
    kib_per_left_room: ((await heapKib(metrics)) - heapBeforeKib) / rooms,
    cpu_ms_per_write: spentMs / (lived.length + messages),
    commands: lived.length,
  };
}

/** Memory of the server's objects and buffers, in KiB. */
async function heapKib(metrics: ServerMetrics): Promise<number> {
  const [heap, outside] = [
    await metrics.value('nodejs_heap_size_used_bytes'),
    await metrics.value('nodejs_external_memory_bytes'),
  ];
  return (heap + outside) / 1024;
}

function seatsOf({ rooms: ids, membersOf }: World, count: number) {
  return ids
    .slice(0, count)
    .map((id, place) => membersOf(place).map(({ token }) => ({ path: `/ws/rooms/${id}`, token })));
}

const p99s = (latenciesMs: readonly number[], name: string) => ({
  [`${name}_p50`]: quantile(latenciesMs, 0.5),
  [`${name}_p99`]: quantile(latenciesMs, 0.99),
});

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
