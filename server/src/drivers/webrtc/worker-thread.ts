import { Worker } from 'node:worker_threads';

/**
 * The built worker beside the module at `here`, or its source in a checkout: on Node 20, flags alone do not make tsx work
 * inside of a thread.
 */
export function startWorkerThread(here: string, name: string, workerData: unknown, maxHeapMb: number): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb }, stdout: true, stderr: true };
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), options);
  const source = new URL(`./${name}.ts`, here).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { ...options, eval: true });
}
