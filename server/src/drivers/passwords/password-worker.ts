/**
 * Worker thread that runs OPAQUE (RFC 9807). For passwords that arrive in clear over TLS it plays both the client and
 * the server, so that their records look like all others. Stretching takes 40–120 ms of a core and a handshake about 1
 * ms, so neither runs on the main thread. Messages are base64url text.
 */
import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import * as opaque from '@serenity-kit/opaque';
import { deriveServerSetup } from './server-setup.ts';
import { leastStretching, type Stretching } from './stretching.ts';

/** Startup data of a worker. */
export interface PasswordWorkerData {
  readonly setupSecret: string;
  readonly stretching: Stretching;
  /** Runs the thread only when other threads leave a core idle. */
  readonly isPatient: boolean;
}

const { setupSecret, stretching, isPatient } = workerData as PasswordWorkerData;

// On Linux this lowers the priority of the calling thread alone (setpriority(2), "C library/kernel differences"). So
// threads that stretch passwords yield to the thread that answers all requests.
if (isPatient && platform() === 'linux') {
  try {
    setPriority(10);
  } catch {
    // If a sandbox forbids it, responses take some milliseconds longer while users sign in.
  }
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

/**
 * A record for accounts that do not exist, so that they cost the same work as real ones. No password opens it: it was
 * made for another identifier and with an unknown, unguessable password. So stretching that password would only delay
 * the thread's first job; checks against the record stretch the entered password.
 */
const decoy = makeRecord({ identifier: 'decoy', password: opaque.server.createSetup() }, leastStretching);
const probeLogin = opaque.client.startLogin({ password: 'probe' }).startLoginRequest;

function makeRecord({ identifier, password }: { identifier: string; password: string }, chosen = stretching): string {
  const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({ password });
  const { registrationResponse } = opaque.server.createRegistrationResponse({
    serverSetup,
    userIdentifier: identifier,
    registrationRequest,
  });
  return opaque.client.finishRegistration({
    password,
    clientRegistrationState,
    registrationResponse,
    keyStretching: { 'argon2id-custom': chosen },
  }).registrationRecord;
}

function startLogin({ identifier, record, request }: { identifier: string; record: string | null; request: string }) {
  return opaque.server.startLogin({
    serverSetup,
    userIdentifier: identifier,
    registrationRecord: record ?? decoy,
    startLoginRequest: request,
  });
}

const steps = {
  /** Makes the record of a password. */
  register: (input: { identifier: string; password: string }) => makeRecord(input),
  /** Whether a password opens a record; null: the account does not exist. */
  verify: ({ identifier, password, record }: { identifier: string; password: string; record: string | null }) => {
    const { clientLoginState, startLoginRequest } = opaque.client.startLogin({ password });
    const { loginResponse } = startLogin({ identifier, record, request: startLoginRequest });
    return (
      opaque.client.finishLogin({
        password,
        clientLoginState,
        loginResponse,
        keyStretching: { 'argon2id-custom': stretching },
      }) !== undefined && record !== null
    );
  },
  /** Responds to a RegistrationRequest; null: the message is not one. */
  answerRegistration: ({ identifier, request }: { identifier: string; request: string }) =>
    unlessMalformed(
      () =>
        opaque.server.createRegistrationResponse({
          serverSetup,
          userIdentifier: identifier,
          registrationRequest: request,
        }).registrationResponse,
    ),
  /** Whether a client could sign in with its uploaded record. */
  isRecord: ({ record }: { record: string }) =>
    unlessMalformed(() => startLogin({ identifier: 'probe', record, request: probeLogin })) !== null,
  /** KE2, and the state to keep until KE3 arrives; null: the request is not a KE1. */
  startLogin: (input: { identifier: string; record: string | null; request: string }) =>
    unlessMalformed(() => {
      const { serverLoginState: state, loginResponse: response } = startLogin(input);
      return { state, response };
    }),
  /** Whether KE3 proves that the client knows the password. */
  finishLogin: ({ state, finalization }: { state: string; finalization: string }) =>
    unlessMalformed(() => opaque.server.finishLogin({ serverLoginState: state, finishLoginRequest: finalization })) !==
    null,
};

/** The library throws for every unreadable message and for every failed proof. */
function unlessMalformed<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** The steps of a worker: name and function. */
export type PasswordSteps = typeof steps;

/** A step that the worker must run. */
export interface PasswordJob {
  readonly id: number;
  readonly step: keyof PasswordSteps;
  readonly input: unknown;
}

/** The result of a step, or its failure. */
export interface PasswordResult {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: string;
}

parentPort?.on('message', ({ id, step, input }: PasswordJob) => {
  let result: PasswordResult;
  try {
    result = { id, output: steps[step](input as never) };
  } catch (cause) {
    result = { id, error: String(cause) };
  }
  parentPort?.postMessage(result);
});
