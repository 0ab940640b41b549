import type { Benchmark } from '../benchmark.ts';
import { compareCalls } from '../calls.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';
import type { RestControl, SharedAnswer } from './control.ts';
import type { RestLoad } from './load.ts';

/**
 * The number of connections that the browsers of a few people open. More would only lengthen the queue before the
 * same processor.
 */
const connections = 32;

/** A read that is the same for all callers. */
const sharedPath = '/api/public/settings';

/**
 * `GET /api/user`, compared with a bare Fastify route that checks the same token and runs the same queries on the same
 * PostgreSQL; and with the prefix `public_`, a read that is the same for all callers, compared with a bare Fastify
 * route that sends the same bytes.
 */
export const rest: Benchmark = {
  name: 'rest',
  async run() {
    const world = await startWorld({ people: 1, rooms: 0 });
    const control = await startWorker<RestControl>(new URL('control.ts', import.meta.url));
    const load = await startWorker<RestLoad>(new URL('load.ts', import.meta.url));
    try {
      const { token } = world.people[0]!;
      const shared = await readShared(world.server.url);
      const controlPort = await control.ask('start', { database: world.database, shared });
      const { postmasterPid } = world.database;
      const compare = (path: string) => {
        const loadOf = (port: number) => (ms: number) => load.ask('run', { port, path, token, connections, ms });
        return compareCalls(
          { pid: world.server.pid, postmasterPid, load: loadOf(world.server.port) },
          { pid: control.pid, postmasterPid, load: loadOf(controlPort) },
        );
      };
      const own = await compare('/api/user');
      const open = await compare(sharedPath);
      const figures = ['ratio', 'per_second', 'control_per_second', 'cpu_us', 'control_cpu_us'];
      return { ...own, ...Object.fromEntries(figures.map((name) => [`public_${name}`, open[name]!])) };
    } finally {
      await Promise.all([load.stop(), control.stop()]);
      await world.stop();
    }
  },
};

/** The answer for the control to send: the same bytes except for the request id and the date. */
async function readShared(url: string): Promise<SharedAnswer> {
  const answer = await fetch(url + sharedPath);
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['connection', 'keep-alive', 'date', 'content-length']) delete headers[name];
  return { path: sharedPath, body: await answer.text(), headers };
}
