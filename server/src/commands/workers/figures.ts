/** The metrics of all workers as those of one server. */
import { AggregatorRegistry } from 'prom-client';
import type { WorkerCosts } from '../../kernel/process/worker-facts.ts';
import type { Figures } from './messages.ts';

/** Adds up what several processes counted; a gauge says by its `aggregator` what is not a sum. */
export async function sumOf(figures: readonly Figures[]): Promise<Figures> {
  return AggregatorRegistry.aggregate([...figures]).getMetricsAsJSON();
}

/** As Prometheus reads it. */
export function textOf(figures: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...figures]).metrics();
}

/** What stays of a process that has ended: its counts, which must not go down, and not its gauges. */
export function countsOf(figures: Figures): Figures {
  return figures.filter(({ type }) => kinds.has(String(type)));
}

const kinds = new Set(['counter', 'histogram']);

/** What operators are told of the costs, from the summed figures. */
export function costsOf(summed: Figures): WorkerCosts {
  const total = (name: string) =>
    summed.find((metric) => metric.name === name)?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  return {
    connections: total('matinee_realtime_connections'),
    residentBytes: total('process_resident_memory_bytes'),
    heapBytes: total('nodejs_heap_size_used_bytes'),
    cpuSeconds: total('process_cpu_seconds_total'),
  };
}
