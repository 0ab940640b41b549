import type { Clock } from '../../kernel/clock.ts';
import type { WorkerFacts } from '../../kernel/process/worker-facts.ts';
import type { Figures, News, Order, Readiness } from './messages.ts';

/** The process of a worker, as the one that started it sees it. */
export interface WorkerProcess {
  readonly processId: number;
  /** What is sent to a process that has ended is lost. */
  send(order: Order): void;
  listen(handler: (news: News) => void): void;
  /** Ends it at once. */
  kill(): void;
  /** How it ended: a signal or an exit code. */
  readonly ended: Promise<string>;
}

/** Time beyond its deadline in which a worker has to end by itself, in milliseconds. */
const graceMs = 5_000;
/** Longest wait for the figures of a worker, in milliseconds: one that is busy must not hold up a scrape. */
const figuresMs = 2_000;

interface WorkerParts {
  readonly seat: number;
  readonly process: WorkerProcess;
  readonly clock: Clock;
  /** Called with what is not about the worker itself. */
  readonly onNews: (news: News, worker: Worker) => void;
  /** Called when it begins to serve. */
  readonly onServing: () => void;
}

/** A worker that starts, serves or ends. */
export class Worker {
  readonly seat: number;
  readonly process: WorkerProcess;
  /** Rejects when it ends before it serves. */
  readonly serving: Promise<Readiness>;
  /** What it counted when it told last. */
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

  /** Asks for its figures. Resolves when they are there, or it has ended, or takes too long. */
  async askFigures(): Promise<void> {
    if (this.#phase === 'starting') return;
    const id = ++this.#questions;
    const answered = new Promise<void>((resolve) => this.#asked.set(id, resolve));
    this.process.send({ kind: 'figures', id });
    await this.#within(figuresMs, Promise.race([answered, this.process.ended]));
    this.#asked.delete(id);
  }

  /** Tells it to end, and waits for that. `isReplaced`: others take its connections from now on. */
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

  /** False when that took too long. */
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
