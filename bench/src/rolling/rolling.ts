import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { roll } from '@matinee/testkit/processes/rolling.ts';
import type { Benchmark } from '../benchmark.ts';
import { median, quantile } from '../figures.ts';

const members = 50;

/**
 * Fifty members who read and write behind each proxy, while three replicas are restarted one by one, Redis is lost for a
 * while and one replica is killed: how long their breaks are, in milliseconds, until everything missed was read, and what
 * became of the messages.
 */
export const rolling: Benchmark = {
  name: 'rolling',
  async run() {
    const figures: Record<string, number> = {};
    for (const name of (['nginx', 'haproxy'] as const).filter((one) => hasProgram(one))) {
      const { gapsMs, acknowledged, lost, doubled, outOfOrder } = await roll(name, members);
      Object.assign(figures, {
        [`${name}_gap_median_ms`]: median(gapsMs),
        [`${name}_gap_p95_ms`]: quantile(gapsMs, 0.95),
        [`${name}_breaks`]: gapsMs.length,
        [`${name}_acknowledged`]: acknowledged,
        [`${name}_lost`]: lost,
        [`${name}_doubled`]: doubled,
        [`${name}_out_of_order`]: outOfOrder,
      });
    }
    return figures;
  },
};
