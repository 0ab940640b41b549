import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallObserver } from './pipeline/pipeline.ts';

/** What the process counts: calls by method, transport and outcome, and what is connected. */
export interface Metrics {
  readonly registry: Registry;
  readonly observeCall: CallObserver;
  /** Counts mails by outcome, and shows how many wait. */
  readonly mail: {
    done(purpose: string, outcome: string): void;
    waiting(count: number): void;
  };
  /** Registers a count since the start, which is read each time somebody asks for the metrics. */
  counter(name: string, help: string, read: () => number): void;
  /** Registers a number that is read each time somebody asks for the metrics. */
  gauge(name: string, help: string, read: () => number): void;
}

/** Upper bounds in seconds: from a cached read to a password check. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'matinee_call_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'transport'],
    buckets,
    registers: [registry],
  });
  const calls = new Counter({
    name: 'matinee_calls_total',
    help: 'Calls by outcome.',
    labelNames: ['method', 'transport', 'code'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'matinee_mails_total',
    help: 'Mails by purpose and outcome: sent, retried, refused, expired.',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  });
  const mailsWaiting = new Gauge({
    name: 'matinee_mails_waiting',
    help: 'Mails in the outbox.',
    registers: [registry],
  });
  return {
    registry,
    mail: {
      done: (purpose, outcome) => mails.inc({ purpose, outcome }),
      waiting: (count) => mailsWaiting.set(count),
    },
    observeCall: (method, transport, code, durationMs) => {
      duration.observe({ method, transport }, durationMs / 1000);
      calls.inc({ method, transport, code });
    },
    counter: (name, help, read) => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}
