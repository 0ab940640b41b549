import type { ReverseProxyName } from '@matinee/testkit/outside/reverse-proxies.ts';
import { roll } from '@matinee/testkit/processes/rolling.ts';
import type { Benchmark } from '../benchmark.ts';
import { median, quantile } from '../figures.ts';

/** `BENCH_ROLLING`: the proxy. */
const proxy = (process.env.BENCH_ROLLING ?? 'nginx') as ReverseProxyName;
const members = 50;

/**
 * Fifty members who read and write behind a proxy, while three replicas are restarted one by one, Redis is lost for a
 * while, the primary of the database is lost and one replica is killed. Shows how long their breaks are, in milliseconds,
 * until everything missed was read, how long a message waits while the database is lost, and what became of the messages.
 */
export const rolling: Benchmark = {
  name: 'rolling',
  async run() {
    const { gapsMs, silencesMs, acknowledged, lost, doubled, outOfOrder } = await roll(proxy, members);
    return {
      gap_p95_ms: quantile(gapsMs, 0.95),
      gap_median_ms: median(gapsMs),
      breaks: gapsMs.length,
      failover_p95_ms: quantile(silencesMs, 0.95),
      acknowledged,
      lost,
      doubled,
      out_of_order: outOfOrder,
    };
  },
};
