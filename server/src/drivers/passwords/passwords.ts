import { Worker } from 'node:worker_threads';
import type { Part } from '../../kernel/lifecycle.ts';
import type { PasswordJob, PasswordResult, PasswordSteps } from './password-worker.ts';

/**
 * Makes and checks password records by OPAQUE (RFC 9807). The record contains `identifier`: it is useless when it is
 * moved to another account. With `record` undefined the check takes as long as with a real one and always fails, so
 * that nobody can find out by timing which accounts exist.
 */
export interface Passwords {
  /** Makes the record for a password that the server receives in clear. */
  register(identifier: string, password: string): Promise<string>;
  /** Whether a password that the server receives in clear opens the record. */
  verify(identifier: string, password: string, record: string | undefined): Promise<boolean>;
  /** Answers a RegistrationRequest (section 5.1, 32 bytes) with 64 bytes; undefined when the request is not one. */
  answerRegistration(identifier: string, request: Uint8Array): Promise<Uint8Array | undefined>;
  /** Turns the client's upload (192 bytes) into the record to store; undefined when nobody could sign in with it. */
  acceptRecord(upload: Uint8Array): Promise<string | undefined>;
  /**
   * Answers KE1 (section 6.1, 96 bytes) with KE2 (320 bytes) and the state to keep for KE3; undefined when it is not a
   * KE1.
   */
  startLogin(
    identifier: string,
    record: string | undefined,
    request: Uint8Array,
  ): Promise<{ readonly state: string; readonly response: Uint8Array } | undefined>;
  /** Whether KE3 (64 bytes) proves the password. A `state` may be used once: the caller has deleted its copy before. */
  finishLogin(state: string, finalization: Uint8Array): Promise<boolean>;
}

/** Most jobs that may wait. Above that, new jobs fail at once, so that nobody queues for seconds. */
const maxWaiting = 256;

type Input<S extends keyof PasswordSteps> = Parameters<PasswordSteps[S]>[0];
type Output<S extends keyof PasswordSteps> = ReturnType<PasswordSteps[S]>;

/**
 * Runs password work in `threads` worker threads for stretching and one for handshakes, so that handshakes do not wait
 * for the stretching. Each worker starts with its first job. When a worker dies, its own jobs fail and a new one takes
 * its place. @throws Error from the promises when the work failed.
 */
export function makePasswords(setupSecret: string, threads = 2): Passwords & Part {
  const waiting = new Map<
    number,
    { resolve(output: never): void; reject(cause: unknown): void; readonly worker: Worker }
  >();
  const workers: (Worker | undefined)[] = Array.from({ length: threads + 1 });
  let nextId = 0;

  function workerAt(index: number): Worker {
    const running = workers[index];
    if (running) return running;
    const worker = startWorker({ setupSecret, isPatient: index < threads });
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

  function run<S extends keyof PasswordSteps>(step: S, input: Input<S>): Promise<Output<S>> {
    if (waiting.size >= maxWaiting) return Promise.reject(new Error('too many password checks are waiting'));
    const id = nextId++;
    const worker = workerAt(step === 'register' || step === 'verify' ? id % threads : threads);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, worker });
      worker.postMessage({ id, step, input } satisfies PasswordJob);
    });
  }

  return {
    name: 'passwords',
    register: (identifier, password) => run('register', { identifier, password }),
    verify: (identifier, password, record) => run('verify', { identifier, password, record: record ?? null }),
    async answerRegistration(identifier, request) {
      const response = await run('answerRegistration', { identifier, request: toText(request) });
      return response === null ? undefined : toBytes(response);
    },
    async acceptRecord(upload) {
      const record = toText(upload);
      return (await run('isRecord', { record })) ? record : undefined;
    },
    async startLogin(identifier, record, request) {
      const started = await run('startLogin', { identifier, record: record ?? null, request: toText(request) });
      return started === null ? undefined : { state: started.state, response: toBytes(started.response) };
    },
    finishLogin: (state, finalization) => run('finishLogin', { state, finalization: toText(finalization) }),
    stop: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker?.terminate()));
    },
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

/** The built worker, or its source in a checkout: on Node 20, flags alone do not make tsx work inside of a thread. */
function startWorker(workerData: object): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./password-worker.js', import.meta.url), { workerData });
  const source = new URL('./password-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true, workerData });
}
