import type { BareSockets } from '../bare-sockets.ts';
import type { Benchmark } from '../benchmark.ts';
import type { CrowdOptions, Seat } from '../crowd.ts';
import { collectable, settledKib } from '../settled-memory.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { IdleLoad } from './load.ts';

const connections = 5_000;
const rooms = 50;
/** Connections that open and close first, so that compiled code and the setup of rooms do not count as connections. */
const warmUp = 500;

/** Memory of a connection that follows its room and sends nothing, compared with one to a bare `ws` server. */
export const idle: Benchmark = {
  name: 'idle',
  async run() {
    const world = await startWorld({ people: connections / rooms, rooms, nodeArguments: collectable });
    const control = await startWorker<BareSockets>(new URL('../bare-sockets.ts', import.meta.url), collectable);
    try {
      const seats: Seat[] = world.people.flatMap(({ token }) =>
        world.rooms.map((room) => ({ path: `/ws/rooms/${room}`, token })),
      );
      const bareSeats = seats.map(() => ({ path: '/' }));
      const controlPort = await control.ask('start', {});
      const ours = await measure(world.server.pid, { kind: 'room', port: world.server.port, seats });
      const bare = await measure(control.pid, { kind: 'silent', port: controlPort, seats: bareSeats });
      return { kib_per_connection: ours, control_kib_per_connection: bare, connections };
    } finally {
      await control.stop();
      await world.stop();
    }
  },
};

/** KiB of RAM that the process needs for each connection. */
async function measure(pid: number, crowd: CrowdOptions): Promise<number> {
  const load = await startWorker<IdleLoad>(new URL('load.ts', import.meta.url));
  try {
    await load.ask('open', { ...crowd, seats: crowd.seats.slice(0, warmUp) });
    await load.ask('close', undefined as never);
    const before = await settledKib(pid);
    await load.ask('open', crowd);
    return ((await settledKib(pid)) - before) / crowd.seats.length;
  } finally {
    await load.stop();
  }
}
