import { Worker } from 'node:worker_threads';
import type { Part } from '../../kernel/lifecycle.ts';
import type { PasswordJob, PasswordResult } from './password-worker.ts';

/** Makes and checks password records. `identifier` is bound into the record: a record moved to another account fits nothing. */
export interface Passwords {
  register(identifier: string, password: string): Promise<string>;
  /** `record` undefined takes as long as a real one and is never right, so that unknown accounts cannot be told by time. */
  verify(identifier: string, password: string, record: string | undefined): Promise<boolean>;
}

/** Jobs that may wait; above that the caller hears `undefined` work quickly instead of queueing for seconds. */
const maxWaiting = 256;

/**
 * Password work in `threads` worker threads, started with the first job. A worker that dies fails its own jobs and is
 * replaced. @throws Error from the promises when the work could not be done.
 */
export function makePasswords(setupSecret: string, threads = 2): Passwords & Part {
  const waiting = new Map<
    number,
    { resolve(result: PasswordResult): void; reject(cause: unknown): void; worker: Worker }
  >();
  const workers: (Worker | undefined)[] = Array.from({ length: threads });
  let nextId = 0;

  function workerAt(index: number): Worker {
    const running = workers[index];
    if (running) return running;
    const worker = startWorker({ setupSecret });
    worker.unref();
    worker.on('message', (result: PasswordResult) => settle(result.id, result));
    worker.on('error', (cause) => {
      workers[index] = undefined;
      for (const [id, job] of waiting) if (job.worker === worker) settle(id, { id, error: String(cause) });
    });
    workers[index] = worker;
    return worker;
  }

  function settle(id: number, result: PasswordResult): void {
    const job = waiting.get(id);
    waiting.delete(id);
    if (result.error === undefined) job?.resolve(result);
    else job?.reject(new Error(`password work failed: ${result.error}`));
  }

  function run(job: Omit<PasswordJob, 'id'>): Promise<PasswordResult> {
    if (waiting.size >= maxWaiting) return Promise.reject(new Error('too many password checks are waiting'));
    const id = nextId++;
    const worker = workerAt(id % threads);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, worker });
      worker.postMessage({ id, ...job } satisfies PasswordJob);
    });
  }

  return {
    name: 'passwords',
    register: async (identifier, password) => (await run({ identifier, password })).record!,
    verify: async (identifier, password, record) =>
      (await run({ identifier, password, record: record ?? '' })).matches === true,
    stop: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker?.terminate()));
    },
  };
}

/** The built worker, or in a checkout its source: tsx cannot reach into a thread by flags alone on Node 20. */
function startWorker(workerData: object): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./password-worker.js', import.meta.url), { workerData });
  const source = new URL('./password-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true, workerData });
}
