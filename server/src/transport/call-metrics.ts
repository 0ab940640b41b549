import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countCalls } from './call-counts.ts';
import type { CallObserver } from './pipeline/pipeline.ts';

/** The metrics of the process: calls by method, transport and outcome, open connections, and more. */
export interface Metrics {
  readonly registry: Registry;
  readonly observeCall: CallObserver;
  /** Counts mails by outcome, and shows the number of waiting mails. */
  readonly mail: {
    done(purpose: string, outcome: string): void;
    waiting(count: number): void;
  };
  /** Counts the upstream requests of a media provider by outcome: success, or the kind of failure. */
  mediaProvider(provider: string, outcome: string, seconds: number): void;
  /** Registers a counter, which is read each time the metrics are requested. */
  counter(name: string, help: string, read: () => number): void;
  /**
   * Registers a gauge, which is read each time the metrics are requested. `together`: how the values of several workers
   * are combined, if not by their sum.
   */
  gauge(name: string, help: string, read: () => number, together?: 'min' | 'max'): void;
  /** Registers a counter with labels. Returns the function that increments it. */
  counts(name: string, help: string, labels: readonly string[]): (values: Labels, by?: number) => void;
  /** Registers a gauge with labels, which is read each time the metrics are requested. */
  gauges(name: string, help: string, labels: readonly string[], read: () => Iterable<readonly [Labels, number]>): void;
  /** Registers a histogram. Returns the function that adds a value. */
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ): (value: number, values?: Labels) => void;
}

/** Label values by name. None may identify a person or a room. */
export type Labels = Readonly<Record<string, string>>;

let ofProcess: Registry | undefined;

/**
 * Adds Node.js's metrics of the process. The library never removes its observers, so all servers of a process share
 * one: otherwise each of the hundreds that tests start would be kept for ever, and called at every garbage collection.
 */
function addProcessMetrics(registry: Registry): void {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  for (const { name } of ofProcess.getMetricsAsArray()) registry.registerMetric(ofProcess.getSingleMetric(name)!);
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  addProcessMetrics(registry);
  const mails = new Counter({
    name: 'matinee_mails_total',
    help: 'Mails by purpose and outcome: sent, retried, refused, expired.',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  });
  const mailsWaiting = new Gauge({
    name: 'matinee_mails_waiting',
    help: 'Mails in the outbox.',
    // All processes have the same outbox.
    aggregator: 'max',
    registers: [registry],
  });
  return {
    registry,
    mediaProvider: countQuestions(registry),
    mail: {
      done: (purpose, outcome) => mails.inc({ purpose, outcome }),
      waiting: (count) => mailsWaiting.set(count),
    },
    observeCall: countCalls(registry),
    ...labelled(registry),
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
    gauge: (name, help, read, together) => {
      new Gauge({
        name,
        help,
        ...(together && { aggregator: together }),
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}

/** The metrics that have labels or buckets. */
function labelled(registry: Registry): Pick<Metrics, 'counts' | 'gauges' | 'histogram'> {
  const registers = [registry];
  return {
    counts(name, help, labelNames) {
      const counter = new Counter({ name, help, labelNames: [...labelNames], registers });
      return (values, by = 1) => counter.inc(values, by);
    },
    gauges(name, help, labelNames, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        collect() {
          this.reset();
          for (const [values, value] of read()) this.set(values, value);
        },
      });
    },
    histogram(name, help, buckets, labelNames = []) {
      const histogram = new Histogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers });
      return (value, values = {}) => histogram.observe(values, value);
    },
  };
}

function countQuestions(registry: Registry): Metrics['mediaProvider'] {
  const questions = new Counter({
    name: 'matinee_media_provider_questions_total',
    help: 'What providers of media asked their upstreams, by outcome: answered, or why not.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'matinee_media_provider_question_seconds',
    help: 'Time until an upstream of a provider of media answered or failed.',
    labelNames: ['provider'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (provider, outcome, seconds) => {
    questions.inc({ provider, outcome });
    durations.observe({ provider }, seconds);
  };
}
