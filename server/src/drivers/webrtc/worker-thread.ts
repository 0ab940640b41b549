import { Worker } from 'node:worker_threads';
import { systemClock } from '../../kernel/clock.ts';

/** How long a thread may take to end by itself, in milliseconds. */
const mostMsToEnd = 30_000;

/**
 * The built worker beside the module at `here`, or its source in a checkout: on Node 20, flags alone do not make tsx
 * work inside a thread.
 */
export function startWorkerThread(here: string, name: string, workerData: unknown, maxHeapMb: number): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb }, stdout: true, stderr: true };
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), options);
  const source = new URL(`./${name}.ts`, here).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { ...options, eval: true });
}

/** Orders a thread to end. */
export interface EndOrder {
  readonly kind: 'end';
}

/**
 * Lets a thread end by itself, and terminates it if it does not. Terminating it within the library's native code, or
 * while its modules load, can end the whole process. The thread calls `process.exit()` for the order.
 */
export function endWorkerThread(worker: Worker): void {
  const cancel = systemClock.after(mostMsToEnd, () => void worker.terminate());
  worker.once('exit', cancel);
  worker.unref();
  worker.postMessage({ kind: 'end' } satisfies EndOrder);
}
