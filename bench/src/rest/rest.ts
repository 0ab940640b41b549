import type { Benchmark } from '../benchmark.ts';
import { compareCalls } from '../calls.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { RestControl } from './control.ts';
import type { RestLoad } from './load.ts';

/**
 * As many connections as the browsers of a few people open. More would only lengthen the queue before the same
 * processor.
 */
const connections = 32;

/**
 * `GET /api/user`, compared with a bare Fastify route that checks the same token and runs the same queries on the same
 * PostgreSQL.
 */
export const rest: Benchmark = {
  name: 'rest',
  async run() {
    const world = await startWorld({ people: 1, rooms: 0 });
    const control = await startWorker<RestControl>(new URL('control.ts', import.meta.url));
    const load = await startWorker<RestLoad>(new URL('load.ts', import.meta.url));
    try {
      const { token } = world.people[0]!;
      const controlPort = await control.ask('start', { database: world.database });
      const loadOf = (port: number) => (ms: number) => load.ask('run', { port, token, connections, ms });
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
