import { Worker } from 'node:worker_threads';
import type { Part } from '../../kernel/lifecycle.ts';
import type { PasswordJob, PasswordResult, PasswordSteps } from './password-worker.ts';

/**
 * Makes and checks password records by OPAQUE (RFC 9807). `identifier` is bound into the record: a record moved to another account
 * fits nothing. `record` undefined takes as long as a real one and is never right, so that unknown accounts cannot be told by time.
 */
export interface Passwords {
  /** The record of a password that the server sees. */
  register(identifier: string, password: string): Promise<string>;
  /** Whether a password that the server sees opens the record. */
  verify(identifier: string, password: string, record: string | undefined): Promise<boolean>;
  /** Answers a RegistrationRequest (section 5.1, 32 bytes) with 64 bytes; undefined when it is none. */
  answerRegistration(identifier: string, request: Uint8Array): Promise<Uint8Array | undefined>;
  /** The record to keep of what a client uploaded (192 bytes); undefined when nobody could sign in with it. */
  acceptRecord(upload: Uint8Array): Promise<string | undefined>;
  /** Answers KE1 (section 6.1, 96 bytes) with KE2 (320 bytes) and what is to be kept for KE3; undefined when it is none. */
  startLogin(
    identifier: string,
    record: string | undefined,
    request: Uint8Array,
  ): Promise<{ readonly state: string; readonly response: Uint8Array } | undefined>;
  /** Whether KE3 (64 bytes) proves the password. `state` serves once: the caller has taken it away before. */
  finishLogin(state: string, finalization: Uint8Array): Promise<boolean>;
}

/** Jobs that may wait; above that the caller hears `undefined` work quickly instead of queueing for seconds. */
const maxWaiting = 256;

type Input<S extends keyof PasswordSteps> = Parameters<PasswordSteps[S]>[0];
type Output<S extends keyof PasswordSteps> = ReturnType<PasswordSteps[S]>;

/**
 * Password work in `threads` worker threads that stretch and one for handshakes, which do not wait behind the stretching; each is
 * started with its first job. A worker that dies fails its own jobs and is replaced. @throws Error from the promises when the work
 * could not be done.
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

/** The built worker, or in a checkout its source: tsx cannot reach into a thread by flags alone on Node 20. */
function startWorker(workerData: object): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./password-worker.js', import.meta.url), { workerData });
  const source = new URL('./password-worker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true, workerData });
}
