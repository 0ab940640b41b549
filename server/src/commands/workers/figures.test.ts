import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { costsOf, countsOf, sumOf, textOf } from './figures.ts';

/** The metrics of a process that has answered `calls` calls and has `connections` connections. */
async function figuresOf(calls: number, connections: number, isUp: boolean) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['method'], registers }).inc({ method: 'get' }, calls);
  new Gauge({ name: 'matinee_realtime_connections', help: 'Connections.', registers }).set(connections);
  new Gauge({ name: 'up', help: 'Up.', aggregator: 'min', registers }).set(isUp ? 1 : 0);
  new Histogram({ name: 'seconds', help: 'Seconds.', buckets: [1], registers }).observe(calls);
  return registry.getMetricsAsJSON();
}

test('[WKR8] counts and connections are added up, and what is up is up on all', async () => {
  const summed = await sumOf([await figuresOf(3, 10, true), await figuresOf(4, 20, false)]);
  const text = await textOf([summed]);
  expect(text).toContain('calls_total{method="get"} 7');
  expect(text).toMatch(/^up 0$/m);
  expect(text).toMatch(/^seconds_sum 7$/m);
  expect(costsOf(summed)).toMatchObject({ connections: 30, cpuSeconds: 0 });
});

test('[WKR8] the counts of a worker that ended stay, and its connections do not', async () => {
  const past = countsOf(await figuresOf(3, 10, false));
  const text = await textOf([await sumOf([await figuresOf(4, 20, true), past])]);
  expect(text).toContain('calls_total{method="get"} 7');
  expect(text).toMatch(/^matinee_realtime_connections 20$/m);
  expect(text).toMatch(/^up 1$/m);
});
