import type { Benchmark } from '../benchmark.ts';
import { compareCalls } from '../calls.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { GrpcControl } from './control.ts';
import type { GrpcLoad } from './load.ts';

const connections = 4;
/** Calls in flight on each connection. */
const inFlight = 8;

/**
 * Unary `GetProfile`, compared with a bare grpc-js handler that checks the same token and runs the same queries on the
 * same PostgreSQL.
 */
export const grpc: Benchmark = {
  name: 'grpc',
  async run() {
    const world = await startWorld({ people: 1, rooms: 0 });
    const control = await startWorker<GrpcControl>(new URL('control.ts', import.meta.url));
    const load = await startWorker<GrpcLoad>(new URL('load.ts', import.meta.url));
    try {
      const { token } = world.people[0]!;
      const controlPort = await control.ask('start', { database: world.database });
      const loadOf = (port: number) => (ms: number) => load.ask('run', { port, token, connections, inFlight, ms });
      const { postmasterPid } = world.database;
      return await compareCalls(
        { pid: world.server.pid, postmasterPid, load: loadOf(world.server.port) },
        { pid: control.pid, postmasterPid, load: loadOf(controlPort) },
      );
    } finally {
      await Promise.all([load.stop(), control.stop()]);
      await world.stop();
    }
  },
};
