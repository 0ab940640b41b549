import type { Part } from '../../kernel/lifecycle.ts';
import { FairQueue } from '../../kernel/queues/fair-queue.ts';
import type { PasswordSteps } from './password-worker.ts';
import { type Input, makeWorkers, type Output } from './password-workers.ts';
import { tooBusy } from './passwords.errors.ts';
import { suiteStretching } from './stretching.ts';

/**
 * Makes and checks password records by OPAQUE (RFC 9807). The record contains `identifier`, so it is useless for
 * another account. With `record` undefined the check takes as long as with a real one and always fails, so that timing
 * does not reveal which accounts exist.
 */
export interface Passwords {
  /** Makes the record for a password received in clear. @throws AppError `passwords.busy`. */
  register(identifier: string, password: string, asker?: Asker): Promise<string>;
  /** Whether a password received in clear opens the record. @throws AppError `passwords.busy`. */
  verify(identifier: string, password: string, record: string | undefined, asker?: Asker): Promise<boolean>;
  /** Responds to a RegistrationRequest (section 5.1, 32 bytes) with 64 bytes; undefined when the request is not one. */
  answerRegistration(identifier: string, request: Uint8Array): Promise<Uint8Array | undefined>;
  /** Turns the client's upload (192 bytes) into the record to store; undefined when no client could sign in with it. */
  acceptRecord(upload: Uint8Array): Promise<string | undefined>;
  /**
   * Responds to KE1 (section 6.1, 96 bytes) with KE2 (320 bytes) and the state to keep for KE3; undefined when it is
   * not a KE1.
   */
  startLogin(
    identifier: string,
    record: string | undefined,
    request: Uint8Array,
  ): Promise<{ readonly state: string; readonly response: Uint8Array } | undefined>;
  /** Whether KE3 (64 bytes) proves the password. A `state` is valid once: the caller has deleted its copy before. */
  finishLogin(state: string, finalization: Uint8Array): Promise<boolean>;
  /** Number of passwords queued for stretching. */
  waiting(): number;
}

/**
 * The origin of a request from a user who is not signed in. It decides the order when there is more to stretch than the
 * threads can do.
 */
export interface Asker {
  /** All requests from the same network share one place in the queue. */
  readonly network: string;
  /** Whether the account has signed in from there before; called only while all threads are busy. Absent: no. */
  readonly wasHere?: () => Promise<boolean>;
}

/** Signed-in users go first. */
const signedIn: Asker = { network: 'signed in', wasHere: async () => true };

/** Most queued stretching jobs: two threads do about thirty per second, so the last one waits about four seconds. */
const maxStretching = 128;
/** Most queued short steps: each takes about a millisecond. */
const maxWaiting = 256;

/**
 * Runs password work in `threads` worker threads for stretching and one for handshakes, so that handshakes do not wait
 * for the stretching. Each worker starts with its first job. When a worker dies, its own jobs fail and a new one
 * replaces it. Records made with one `stretching` do not open with another. @throws Error from the promises when the
 * work failed.
 */
export function makePasswords(setupSecret: string, stretching = suiteStretching, threads = 2): Passwords & Part {
  const workers = makeWorkers(threads + 1, (index) => ({ setupSecret, stretching, isPatient: index < threads }));
  const queue = new FairQueue(maxStretching);
  /** Idle stretching threads. */
  const idle = Array.from({ length: threads }, (_, index) => index);

  async function run<S extends keyof PasswordSteps>(step: S, input: Input<S>): Promise<Output<S>> {
    if (workers.size >= maxWaiting) throw tooBusy();
    return workers.run(threads, step, input);
  }

  /** Runs a slow step in a stretching thread. [PW12] */
  async function stretch<S extends 'register' | 'verify'>(
    step: S,
    input: Input<S>,
    { network: key, wasHere }: Asker = signedIn,
  ): Promise<Output<S>> {
    const isFirst = idle.length === 0 && ((await wasHere?.()) ?? false);
    const index = await new Promise<number>((take, reject) => {
      queue.add({ key, isFirst, start: () => take(idle.pop()!), refuse: () => reject(tooBusy()) });
      if (idle.length > 0) queue.next()?.start();
    });
    try {
      return await workers.run(index, step, input);
    } finally {
      idle.push(index);
      queue.next()?.start();
    }
  }

  return {
    name: 'passwords',
    register: (identifier, password, asker) => stretch('register', { identifier, password }, asker),
    verify: (identifier, password, record, asker) =>
      stretch('verify', { identifier, password, record: record ?? null }, asker),
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
    waiting: () => queue.size,
    stop: () => workers.stop(),
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
