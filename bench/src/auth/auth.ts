import type { Benchmark } from '../benchmark.ts';
import { type ServerMetrics, serverMetrics } from '../server-metrics.ts';
import { startServer } from '../server-process.ts';
import { startWorker } from '../worker.ts';
import type { AuthLoad } from './load.ts';
import { tokenCost } from './token-cost.ts';

/** Logins that run at once. */
const callers = 32;
/** Length of each measurement. */
const ms = 8_000;

/**
 * 99th percentile of the server's event-loop delay since the last reading, in milliseconds. Without load it is about
 * 11, because it is sampled every 10.
 */
async function loopDelayP99(metrics: ServerMetrics): Promise<number> {
  return (await metrics.value('nodejs_eventloop_lag_p99_seconds')) * 1000;
}

/**
 * Sign-in with 32 logins at once: logins a second with direct passwords and by OPAQUE, and the event-loop delay
 * compared with an idle server. Also whether a refusal takes as long for unknown names, and the cost of checking an
 * access token compared with `jose`.
 */
export const auth: Benchmark = {
  name: 'auth',
  async run() {
    const metrics = await serverMetrics();
    const server = await startServer({
      environment: { MATINEE_SERVER_TRUSTED_PROXIES: '127.0.0.1', ...metrics.environment },
    });
    const load = await startWorker<AuthLoad>(new URL('load.ts', import.meta.url));
    const pause = () => new Promise((resolve) => setTimeout(resolve, ms));
    try {
      const { url } = server;
      await load.ask('makeAccounts', { url, count: callers });
      await load.ask('direct', { url, callers, ms: 1_000 });
      await loopDelayP99(metrics);
      await pause();
      const idleDelay = await loopDelayP99(metrics);
      const directPerSecond = await load.ask('direct', { url, callers, ms });
      const directDelay = await loopDelayP99(metrics);
      const opaquePerSecond = await load.ask('opaque', { url, callers, ms });
      const opaqueDelay = await loopDelayP99(metrics);
      const unknownRatio = await load.ask('unknownRatio', { url, count: callers, by: 'direct' });
      const opaqueUnknownRatio = await load.ask('unknownRatio', { url, count: callers, by: 'opaque' });
      const token = await tokenCost();
      return {
        direct_per_second: directPerSecond,
        loop_delay_p99: directDelay,
        idle_loop_delay_p99: idleDelay,
        opaque_per_second: opaquePerSecond,
        opaque_loop_delay_p99: opaqueDelay,
        unknown_ratio: unknownRatio,
        opaque_unknown_ratio: opaqueUnknownRatio,
        token_us: token.us,
        jose_us: token.controlUs,
        token_ratio: token.ratio,
      };
    } finally {
      await load.stop();
      await server.stop();
    }
  },
};
