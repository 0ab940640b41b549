import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countCalls } from './call-counts.ts';
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

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    observeCall: countCalls(registry),
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
