/**
 * Worker thread that plays both halves of OPAQUE (RFC 9807) for a password that was sent in clear over TLS, so that it is
 * kept as the same record as one that was never sent. The stretching takes 80–120 ms of a core, which is why it is not done
 * on the main thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as opaque from '@serenity-kit/opaque';
import { deriveServerSetup } from './server-setup.ts';

/** Argon2id as the suite prescribes; a wire constant, since browsers must use the same. */
const keyStretching = { 'argon2id-custom': { memory: 19_456, iterations: 2, parallelism: 1 } } as const;

/** A job: without `record` make one, with it check the password against it. */
export interface PasswordJob {
  readonly id: number;
  readonly identifier: string;
  readonly password: string;
  readonly record?: string;
}

/** The answer: the new record, or whether the password fits. */
export interface PasswordResult {
  readonly id: number;
  readonly record?: string;
  readonly matches?: boolean;
  readonly error?: string;
}

const { setupSecret } = workerData as { setupSecret: string };

function register({ id, identifier: userIdentifier, password }: PasswordJob): PasswordResult {
  const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({ password });
  const { registrationResponse } = opaque.server.createRegistrationResponse({
    serverSetup,
    userIdentifier,
    registrationRequest,
  });
  const { registrationRecord } = opaque.client.finishRegistration({
    password,
    clientRegistrationState,
    registrationResponse,
    keyStretching,
  });
  return { id, record: registrationRecord };
}

function verify({
  id,
  identifier: userIdentifier,
  password,
  record,
}: PasswordJob & { record: string }): PasswordResult {
  const { clientLoginState, startLoginRequest } = opaque.client.startLogin({ password });
  const registrationRecord = record === '' ? null : record;
  const { loginResponse } = opaque.server.startLogin({
    serverSetup,
    userIdentifier,
    registrationRecord,
    startLoginRequest,
  });
  const finished = opaque.client.finishLogin({ password, clientLoginState, loginResponse, keyStretching });
  return { id, matches: finished !== undefined };
}

await opaque.ready;
const probe = opaque.client.startRegistration({ password: 'probe' });
const serverSetup = deriveServerSetup(setupSecret, (candidate) => {
  try {
    opaque.server.createRegistrationResponse({ ...probe, serverSetup: candidate, userIdentifier: 'probe' });
    return true;
  } catch {
    return false;
  }
});
parentPort?.on('message', (job: PasswordJob) => {
  let result: PasswordResult;
  try {
    result = job.record === undefined ? register(job) : verify(job as PasswordJob & { record: string });
  } catch (cause) {
    result = { id: job.id, error: String(cause) };
  }
  parentPort?.postMessage(result);
});
