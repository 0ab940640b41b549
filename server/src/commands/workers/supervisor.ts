import { type Clock, pause } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { costsOf, countsOf, sumOf } from './figures.ts';
import type { Figures, News, Order, Readiness } from './messages.ts';
import { Worker, type WorkerProcess } from './worker-handle.ts';

interface SupervisorParts {
  readonly count: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the worker process for `seat`. */
  readonly fork: (seat: number) => WorkerProcess;
  /** Called when an operator stops the server. */
  readonly requestStop: (deadlineMs: number | undefined) => void;
  /** Time in which a replaced worker finishes its calls, in milliseconds. */
  readonly drainMs: number;
}

/** First and longest wait before a worker that failed to start is retried, in milliseconds. */
const firstRetryMs = 100;
const maxRetryMs = 10_000;

/**
 * Keeps the configured number of workers running, replaces those that die, and can replace all of them one by one.
 * [WKR3]–[WKR6]
 */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #workers = new Set<Worker>();
  /** Counters of workers that have ended. */
  #past: Promise<Figures> = Promise.resolve([]);
  #isRestarting = false;
  #isStopping = false;
  #lost = 0;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Number of workers that ended without being stopped. */
  get lost(): number {
    return this.#lost;
  }

  get serving(): number {
    return [...this.#workers].filter(({ phase }) => phase === 'serving').length;
  }

  /** Starts one worker, which migrates the tables, and then the others. @throws Error if one of them cannot start. */
  async start(): Promise<Readiness> {
    const readiness = await this.#launch();
    await Promise.all(Array.from({ length: this.#parts.count - 1 }, () => this.#launch()));
    return readiness;
  }

  /** Starts to replace all workers, one by one: a new one serves before an old one ends. */
  restart(): void {
    if (this.#isRestarting || this.#isStopping) return;
    this.#isRestarting = true;
    void this.#replaceAll()
      .catch((err) => this.#parts.log.error({ err }, 'the restart was given up; the workers that run stay'))
      .finally(() => {
        this.#isRestarting = false;
        this.#tellState();
        void this.#refill();
      });
    this.#tellState();
  }

  /** Stops all workers within about `deadlineMs`. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#workers].map((worker) => worker.end(deadlineMs, false)));
  }

  /** The figures of all workers, including the counters of those that have ended. */
  async figures(): Promise<Figures> {
    await Promise.all([...this.#workers].map((worker) => worker.askFigures()));
    return sumOf([...[...this.#workers].map(({ figures }) => figures), await this.#past]);
  }

  async #replaceAll(): Promise<void> {
    const { log, drainMs } = this.#parts;
    const old = [...this.#workers].filter(({ phase }) => phase !== 'leaving');
    log.info({ workers: old.length }, 'restarting the workers one by one');
    for (const worker of old) {
      if (this.#isStopping) return;
      await this.#launch();
      if (this.#workers.has(worker)) await worker.end(drainMs, true);
    }
    log.info({ workers: old.length }, 'all workers were restarted');
  }

  /** Resolves once a new worker serves. @throws Error if it ends before that. */
  #launch(): Promise<Readiness> {
    const { fork, clock } = this.#parts;
    const seat = this.#freeSeat();
    const worker: Worker = new Worker({
      ...{ seat, process: fork(seat), clock },
      onNews: (news) => this.#hear(news, worker),
      onServing: () => this.#tellState(),
    });
    this.#workers.add(worker);
    void worker.process.ended.then((how) => this.#forget(worker, how));
    this.#tellState();
    return worker.serving;
  }

  #freeSeat(): number {
    const taken = new Set([...this.#workers].map(({ seat }) => seat));
    for (let seat = 1; ; seat++) if (!taken.has(seat)) return seat;
  }

  #hear(news: News, { process }: Worker): void {
    if (news.kind === 'stop') this.#parts.requestStop(news.deadlineMs);
    else if (news.kind === 'log level') this.#setLogLevel(news.level);
    else if (news.kind === 'restart') {
      this.restart();
      process.send({ kind: 'restarting', id: news.id });
    } else if (news.kind === 'costs') {
      void this.figures().then((figures) => process.send({ kind: 'costs', id: news.id, costs: costsOf(figures) }));
    }
  }

  #setLogLevel(level: string): void {
    this.#parts.log.level = level;
    this.#tellAll({ kind: 'log level', level });
  }

  #forget(worker: Worker, how: string): void {
    this.#workers.delete(worker);
    this.#past = this.#past.then((past) => sumOf([past, countsOf(worker.figures)]));
    this.#tellState();
    if (this.#isStopping || worker.phase !== 'serving') return;
    this.#lost += 1;
    const { processId } = worker.process;
    this.#parts.log.error({ processId, how }, 'a worker ended unexpectedly; starting another one');
    void this.#refill();
  }

  /** Starts workers until the number is complete again. */
  async #refill(): Promise<void> {
    const { count, clock, log } = this.#parts;
    const isShort = () => [...this.#workers].filter(({ phase }) => phase !== 'leaving').length < count;
    for (let delayMs = firstRetryMs; !this.#isStopping && isShort(); delayMs = Math.min(delayMs * 2, maxRetryMs)) {
      await this.#launch().catch(async (err) => {
        log.error({ err }, 'a worker could not start; trying again');
        await pause(clock, delayMs);
      });
    }
  }

  #tellState(): void {
    const workers = [...this.#workers].map(({ facts }) => facts);
    this.#tellAll({ kind: 'state', state: { workers, isRestarting: this.#isRestarting } });
  }

  #tellAll(order: Order): void {
    for (const { process } of this.#workers) process.send(order);
  }
}
