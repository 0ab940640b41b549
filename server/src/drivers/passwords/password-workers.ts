import { Worker } from 'node:worker_threads';
import type { PasswordJob, PasswordResult, PasswordSteps, PasswordWorkerData } from './password-worker.ts';

export type Input<S extends keyof PasswordSteps> = Parameters<PasswordSteps[S]>[0];
export type Output<S extends keyof PasswordSteps> = ReturnType<PasswordSteps[S]>;

/**
 * Threads for password work. Each starts with its first job. When a thread dies, its own jobs fail and a new one
 * replaces it.
 */
export function makeWorkers(count: number, dataOf: (index: number) => PasswordWorkerData) {
  const waiting = new Map<
    number,
    { resolve(output: never): void; reject(cause: unknown): void; readonly worker: Worker }
  >();
  const workers: (Worker | undefined)[] = Array.from({ length: count });
  let nextId = 0;

  function workerAt(index: number): Worker {
    const running = workers[index];
    if (running) return running;
    const worker = startWorker(dataOf(index));
    worker.unref();
    worker.on('message', (result: PasswordResult) => settle(result));
    worker.on('error', (cause) => {
      workers[index] = undefined;
      for (const [id, job] of waiting) if (job.worker === worker) settle({ id, error: String(cause) });
    });
    workers[index] = worker;
    return worker;
  }

  function settle({ id, output, error }: PasswordResult): void {
    const job = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) job?.resolve(output as never);
    else job?.reject(new Error(`password work failed: ${error}`));
  }

  /** Runs a step in the thread `index`. @throws Error from the promise when the work failed. */
  function run<S extends keyof PasswordSteps>(index: number, step: S, input: Input<S>): Promise<Output<S>> {
    const id = nextId++;
    const worker = workerAt(index);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, worker });
      worker.postMessage({ id, step, input } satisfies PasswordJob);
    });
  }

  return {
    run,
    /** Number of unfinished jobs. */
    get size() {
      return waiting.size;
    },
    async stop(): Promise<void> {
      await Promise.all(workers.splice(0).map((worker) => worker?.terminate()));
    },
  };
}

/** The built worker, or its source in a checkout: on Node 20, flags alone do not make tsx work inside a thread. */
function startWorker(workerData: PasswordWorkerData): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./password-worker.js', import.meta.url), { workerData });
  const source = new URL('./password-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true, workerData });
}
