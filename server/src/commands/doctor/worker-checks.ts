import { availableParallelism } from 'node:os';
import { countOf } from '../workers/worker-count.ts';
import { type Check, ok, skipped, warning } from './check.ts';

/** Checks that the number of server processes suits this machine's cores, and that all of them are ready. [DOC7] */
export const workersCheck: Check = {
  name: 'workers',
  async run({ config, running }) {
    if (!config) return skipped('nothing can be said before the configuration can be used');
    const cores = availableParallelism();
    const workers = running?.workers ?? [];
    const serving = workers.filter(({ ready }) => ready).length;
    if (serving < workers.length && !running?.restarting)
      return warning(
        `${serving} of ${workers.length} workers serve`,
        'see what the log says of those that end; whoever was with them is with another one',
      );
    const wished = config['server.workers'];
    // Includes the workers of a running server that was started with `--workers`.
    const count = workers.length || (wished === undefined ? 0 : countOf(wished));
    if (count > cores)
      return warning(
        `${count} workers share ${cores} ${cores === 1 ? 'core' : 'cores'}, which costs more than it brings`,
        'take as many as there are cores, or fewer: server.workers: auto',
      );
    if (count > 0) return ok(`${count} workers on ${cores} cores`);
    return ok(
      cores > 2
        ? `one process does everything, on one of ${cores} cores; with server.workers: auto all of them work`
        : 'one process does everything',
    );
  },
};
