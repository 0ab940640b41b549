import { expect, test } from 'vitest';
import { makeMetrics } from './call-metrics.ts';

test('servers of one process share what Node.js measures of it, and count for themselves', async () => {
  const [one, other] = [makeMetrics(), makeMetrics()];
  const shared = (name: string) => one.registry.getSingleMetric(name) === other.registry.getSingleMetric(name);
  expect(await one.registry.metrics()).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  expect(shared('nodejs_gc_duration_seconds')).toBe(true);
  one.mail.waiting(3);
  expect(await one.registry.metrics()).toContain('matinee_mails_waiting 3');
  expect(await other.registry.metrics()).toContain('matinee_mails_waiting 0');
});
