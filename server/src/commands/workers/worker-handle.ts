import type { Clock } from '../../kernel/clock.ts';
import type { WorkerFacts } from '../../kernel/process/worker-facts.ts';
import type { Figures, News, Order, Readiness } from './messages.ts';

/** A worker process, as seen by the process that started it. */
export interface WorkerProcess {
  readonly processId: number;
  /** Messages to a process that has ended are lost. */
  send(order: Order): void;
  listen(handler: (news: News) => void): void;
  /** Kills it at once. */
  kill(): void;
  /** Resolves with a signal or an exit code. */
  readonly ended: Promise<string>;
}

/** Time after its deadline before a worker is killed, in milliseconds. */
const graceMs = 5_000;
/** Maximum wait for a worker's figures, in milliseconds: a busy worker must not delay a scrape. */
const figuresMs = 2_000;

interface WorkerParts {
  readonly seat: number;
  readonly process: WorkerProcess;
  readonly clock: Clock;
  /** Called with messages that are not about the worker itself. */
  readonly onNews: (news: News, worker: Worker) => void;
  /** Called when it starts to serve. */
  readonly onServing: () => void;
}

/** A worker that starts, serves or stops. */
export class Worker {
  readonly seat: number;
  readonly process: WorkerProcess;
  /** Rejects if it ends before it serves. */
  readonly serving: Promise<Readiness>;
  /** Its figures from its last report. */
  figures: Figures = [];
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #asked = new Map<number, () => void>();
  #phase: 'starting' | 'serving' | 'leaving' = 'starting';
  #questions = 0;

  constructor({ seat, process, clock, onNews, onServing }: WorkerParts) {
    this.seat = seat;
    this.process = process;
    this.#clock = clock;
    this.#startedAtMs = clock.nowMs();
    this.serving = new Promise((resolve, reject) => {
      process.listen((news) => {
        if (news.kind === 'figures' || news.kind === 'last figures') return this.#keep(news);
        if (news.kind !== 'ready') return onNews(news, this);
        if (this.#phase === 'starting') this.#phase = 'serving';
        onServing();
        resolve(news.readiness);
      });
      void process.ended.then((how) =>
        reject(new Error(`worker process ${process.processId} ended before it served: ${how}`)),
      );
    });
    this.serving.catch(() => undefined);
  }

  get phase() {
    return this.#phase;
  }

  get facts(): WorkerFacts {
    const { processId } = this.process;
    return { processId, startedAtMs: this.#startedAtMs, isReady: this.#phase === 'serving' };
  }

  /** Requests its figures. Resolves when they arrive, when it has ended, or after the time limit. */
  async askFigures(): Promise<void> {
    if (this.#phase === 'starting') return;
    const id = ++this.#questions;
    const answered = new Promise<void>((resolve) => this.#asked.set(id, resolve));
    this.process.send({ kind: 'figures', id });
    await this.#within(figuresMs, Promise.race([answered, this.process.ended]));
    this.#asked.delete(id);
  }

  /** Stops it and waits for its end. `isReplaced`: other workers take its connections from now on. */
  async end(deadlineMs: number, isReplaced: boolean): Promise<void> {
    this.#phase = 'leaving';
    this.process.send({ kind: 'stop', deadlineMs, isReplaced });
    if (await this.#within(deadlineMs + graceMs, this.process.ended)) return;
    this.process.kill();
    await this.process.ended;
  }

  #keep(news: News & { readonly figures: Figures }): void {
    this.figures = news.figures;
    if (news.kind === 'figures') this.#asked.get(news.id)?.();
  }

  /** False if the time limit passed first. */
  #within(limitMs: number, done: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(limitMs, () => resolve(false));
      void done.then(() => {
        cancel();
        resolve(true);
      });
    });
  }
}
