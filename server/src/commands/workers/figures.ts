/** Combines the metrics of all workers into those of one server. */
import { AggregatorRegistry } from 'prom-client';
import type { WorkerCosts } from '../../kernel/process/worker-facts.ts';
import type { Figures } from './messages.ts';

/** Adds the metrics of several processes; a gauge's `aggregator` overrides the sum. */
export async function sumOf(figures: readonly Figures[]): Promise<Figures> {
  return AggregatorRegistry.aggregate([...figures]).getMetricsAsJSON();
}

/** In the Prometheus text format. */
export function textOf(figures: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...figures]).metrics();
}

/** The figures of an ended process that still count: its counters, which must not decrease, without its gauges. */
export function countsOf(figures: Figures): Figures {
  return figures.filter(({ type }) => kinds.has(String(type)));
}

const kinds = new Set(['counter', 'histogram']);

/** The resource usage for operators, from the summed figures. */
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
