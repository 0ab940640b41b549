import { setTimeout as pause } from 'node:timers/promises';
import type { BareSockets } from '../bare-sockets.ts';
import type { Benchmark } from '../benchmark.ts';
import type { Seat } from '../crowd.ts';
import { inTurn, median, quantile, ratioOf } from '../figures.ts';
import { cpuMs } from '../process-usage.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { CommandResult, FanoutLoad, Side } from './load.ts';

const members = 1_000;
const smallRoom = 100;
/** Rounds of filling that count (their median is reported), and rounds before them that warm up all sides. */
const countedRounds = 7;
const warmUpRounds = 5;
/** Presence arrives at most this long after a join, in milliseconds, plus a little for frames on their way. */
const settleMs = 2_300;
/** Pause before each opening, so that each server has rested equally. */
const restMs = 500;

interface Bench {
  readonly world: World;
  readonly control: Worker<BareSockets>;
  readonly controlPort: number;
  readonly checkedPort: number;
  readonly load: Worker<FanoutLoad>;
}

/**
 * A room of 1 000 members: how it fills and how a command reaches all of them, compared with a bare `ws` server with as
 * many sockets.
 */
export const fanout: Benchmark = {
  name: 'fanout',
  async run() {
    const world = await startWorld({ people: members, rooms: 2 + warmUpRounds + countedRounds });
    const control = await startWorker<BareSockets>(new URL('../bare-sockets.ts', import.meta.url));
    const checked = await startWorker<BareSockets>(new URL('../bare-sockets.ts', import.meta.url));
    const load = await startWorker<FanoutLoad>(new URL('load.ts', import.meta.url));
    try {
      const controlPort = await control.ask('start', {});
      const checkedPort = await checked.ask('start', { database: world.database });
      const bench = { world, control, load, controlPort, checkedPort };
      const filled = await measureFilling(bench);
      return { ...(await measureTelling(bench)), ...filled };
    } finally {
      await Promise.all([load.stop(), control.stop(), checked.stop()]);
      await world.stop();
    }
  },
};

/** Fills one new room after another. The last one stays full. */
async function measureFilling(bench: Bench): Promise<Record<string, number>> {
  const { load, world } = bench;
  await fill(bench, world.rooms[0]!, smallRoom);
  await closeBoth(load);
  const small = await fill(bench, world.rooms[1]!, smallRoom);
  await closeBoth(load);
  const all = [];
  for (const room of world.rooms.slice(2)) {
    if (all.length > 0) await closeBoth(load);
    all.push(await fill(bench, room, members));
  }
  const rounds = all.slice(warmUpRounds);
  return {
    fill_ratio: median(rounds.map(({ ms, controlMs }) => ms / controlMs)),
    fill: median(rounds.map(({ ms }) => ms)),
    control_fill: median(rounds.map(({ controlMs }) => controlMs)),
    fill_checked_ratio: median(rounds.map(({ ms, checkedMs }) => ms / checkedMs)),
    control_fill_checked: median(rounds.map(({ checkedMs }) => checkedMs)),
    frames_per_join_100: small.framesPerJoin,
    frames_per_join_1000: median(rounds.map(({ framesPerJoin }) => framesPerJoin)),
    kib_per_join_1000: median(rounds.map(({ bytesPerJoin }) => bytesPerJoin)) / 1024,
  };
}

/**
 * Opens `count` members in a room, then as many sockets at the bare servers, which send each the same number of bytes
 * in one frame.
 */
async function fill({ world, load, controlPort, checkedPort }: Bench, room: string, count: number) {
  const people = world.people.slice(0, count);
  const seats: Seat[] = people.map(({ token }) => ({ path: `/ws/rooms/${room}`, token }));
  const { ms, bytes } = await load.ask('open', { side: 'ours', kind: 'room', port: world.server.port, seats });
  await pause(settleMs);
  const settled = await load.ask('received', { side: 'ours' });
  const bareSeats: Seat[] = people.map(({ token }) => ({ path: `/?bytes=${Math.round(bytes / count)}`, token }));
  const openBare = async (side: Side, port: number) => {
    await pause(restMs);
    return await load.ask('open', { side, kind: 'bare', port, seats: bareSeats });
  };
  const bare = await openBare('control', controlPort);
  const checked = await openBare('checked', checkedPort);
  await load.ask('close', { side: 'checked' });
  return {
    ms,
    controlMs: bare.ms,
    checkedMs: checked.ms,
    framesPerJoin: settled.frames / count,
    bytesPerJoin: settled.bytes / count,
  };
}

async function closeBoth(load: Bench['load']): Promise<void> {
  await load.ask('close', { side: 'ours' });
  await load.ask('close', { side: 'control' });
  // Presence also reports the members who left.
  await pause(restMs);
}

async function measureTelling({ world, control, load }: Bench): Promise<Record<string, number>> {
  const paced = (side: 'ours' | 'control') => load.ask('pace', { side, count: 20, everyMs: 100 });
  const saturated = async (side: 'ours' | 'control') => {
    const pid = side === 'ours' ? world.server.pid : control.pid;
    const before = cpuMs(pid);
    const told = await load.ask('saturate', { side, window: 4, ms: 2_500 });
    return { ...told, cpuMicros: ((cpuMs(pid) - before) * 1000) / told.deliveries };
  };
  await paced('ours');
  await paced('control');
  const latencies = await inTurn(
    5,
    () => paced('ours'),
    () => paced('control'),
  );
  const streams = await inTurn(
    4,
    () => saturated('ours'),
    () => saturated('control'),
  );
  const perSecond = ({ deliveries, ms }: CommandResult) => (deliveries * 1000) / ms;
  const last = (told: readonly CommandResult[], q: number) =>
    quantile(
      told.flatMap((t) => t.latenciesMs),
      q,
    );
  return {
    ratio: ratioOf(streams, perSecond),
    deliveries_per_second: median(streams.ours.map(perSecond)),
    control_deliveries_per_second: median(streams.control.map(perSecond)),
    cpu_us_per_delivery: median(streams.ours.map(({ cpuMicros }) => cpuMicros)),
    control_cpu_us_per_delivery: median(streams.control.map(({ cpuMicros }) => cpuMicros)),
    last_p50: last(latencies.ours, 0.5),
    last_p99: last(latencies.ours, 0.99),
    control_last_p50: last(latencies.control, 0.5),
    control_last_p99: last(latencies.control, 0.99),
  };
}
