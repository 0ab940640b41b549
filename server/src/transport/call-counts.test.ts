import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { countCalls } from './call-counts.ts';

const calls = [
  ['Chat.Send', 'rest', 'ok', 0.4],
  ['Chat.Send', 'rest', 'ok', 1],
  ['Chat.Send', 'ws', 'internal', 30],
  ['Chat.Send', 'rest', 'not_found', 7_000],
  ['Room.Get', 'grpc', 'ok', 5_000],
] as const;

/** The same counts, made by the library itself. */
function countByLibrary(registry: Registry) {
  const duration = new Histogram({
    name: 'matinee_call_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'transport'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const outcomes = new Counter({
    name: 'matinee_calls_total',
    help: 'Calls by outcome.',
    labelNames: ['method', 'transport', 'code'],
    registers: [registry],
  });
  return (method: string, transport: string, code: string, ms: number): void => {
    duration.observe({ method, transport }, ms / 1000);
    outcomes.inc({ method, transport, code });
  };
}

const linesOf = async (registry: Registry) =>
  (await registry.metrics())
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`))
    .sort();

test('[TR67] calls are counted as the library counts them', async () => {
  const [own, library] = [new Registry(), new Registry()];
  const [count, expected] = [countCalls(own), countByLibrary(library)];
  for (const [method, transport, code, ms] of calls) {
    count(method, transport, code, ms);
    expected(method, transport, code, ms);
  }
  expect(await linesOf(own)).toEqual(await linesOf(library));
});
