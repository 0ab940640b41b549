import type { OpaqueSteps } from './opaque-worker.ts';

type Output<S extends keyof OpaqueSteps> = Awaited<ReturnType<OpaqueSteps[S]>>;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: Error) => void }>();

/**
 * Runs one step of OPAQUE in the worker, which starts with the first step.
 * @throws Error when its code cannot be loaded or a message makes no sense.
 */
export function opaqueStep<S extends keyof OpaqueSteps>(step: S, input: Parameters<OpaqueSteps[S]>[0]) {
  worker ??= startWorker();
  const id = ++lastId;
  return new Promise<Output<S>>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, step, input });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./opaque-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; output?: never; error?: string }>) => {
    const job = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) job?.resolve(data.output as never);
    else job?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => {
    worker = undefined;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new TypeError('the code for passwords cannot be loaded'));
    waiting.clear();
  });
  return started;
}

/** Base64 in the library's alphabet. The server sends the standard one. */
export function toBase64Url(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
