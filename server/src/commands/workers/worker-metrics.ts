import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Config } from '../../kernel/config/config-keys.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import { makeMetricsListener } from '../../transport/metrics.ts';
import { textOf } from './figures.ts';
import type { Figures } from './messages.ts';
import type { Supervisor } from './supervisor.ts';

/** The metrics listener, if configured: combined figures of all workers and this process. [WKR8] */
export function workerMetrics(config: Config, supervisor: Supervisor): Part[] {
  const address = config['management.metrics_address'];
  if (address === undefined) return [];
  const own = measureOwn(supervisor);
  const metrics = async () => textOf([await ownFigures(own), await supervisor.figures()]);
  const { host, port } = splitHostAndPort(address)!;
  return [makeMetricsListener({ metrics, contentType: own.contentType }, host, port)];
}

function measureOwn(supervisor: Supervisor): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'matinee_workers',
    help: 'Worker processes that serve.',
    registers: [registry],
    collect() {
      this.set(supervisor.serving);
    },
  });
  new Counter({
    name: 'matinee_workers_lost_total',
    help: 'Worker processes that ended although nobody had stopped them.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(supervisor.lost);
    },
  });
  return registry;
}

/** The figures of this process. Its start time is that of the server: the earliest of all processes. */
async function ownFigures(registry: Registry): Promise<Figures> {
  const figures = await registry.getMetricsAsJSON();
  return figures.map((metric) =>
    metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'min' as const } : metric,
  );
}
