/**
 * Worker thread that runs OPAQUE (RFC 9807). For passwords that arrive in clear over TLS it plays both the client and
 * the server, so that their records look like all others. The stretching takes 40–120 ms of a core and a handshake
 * about 1 ms, so neither runs on the main thread. Messages are base64url text.
 */
import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import * as opaque from '@serenity-kit/opaque';
import { deriveServerSetup } from './server-setup.ts';
import { leastStretching, type Stretching } from './stretching.ts';

/** What a worker starts with. */
export interface PasswordWorkerData {
  readonly setupSecret: string;
  readonly stretching: Stretching;
  /** Lets the thread run only when the others leave a core to it. */
  readonly isPatient: boolean;
}

const { setupSecret, stretching, isPatient } = workerData as PasswordWorkerData;

// On Linux this lowers the priority of the calling thread alone (setpriority(2), "C library/kernel differences"). So
// threads that stretch passwords leave the cores to the thread that answers all requests.
if (isPatient && platform() === 'linux') {
  try {
    setPriority(10);
  } catch {
    // A sandbox that forbids it costs answers some milliseconds while people sign in.
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
 * A record that stands in for accounts that do not exist, so that they cost the same work as real ones. No password
 * opens it: it was made for another identifier and with an unknown password. Nobody can guess that password, so
 * stretching it would only delay the first job of the thread; checks against the record stretch what was typed.
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
  /** The record of a password. */
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
  /** Answers a RegistrationRequest; null: the message is not one. */
  answerRegistration: ({ identifier, request }: { identifier: string; request: string }) =>
    unlessMalformed(
      () =>
        opaque.server.createRegistrationResponse({
          serverSetup,
          userIdentifier: identifier,
          registrationRequest: request,
        }).registrationResponse,
    ),
  /** Whether a client could sign in with the record that it uploaded. */
  isRecord: ({ record }: { record: string }) =>
    unlessMalformed(() => startLogin({ identifier: 'probe', record, request: probeLogin })) !== null,
  /** KE2, and the state to keep until KE3 comes; null: the request is not a KE1. */
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

/** The library throws for every message that it cannot read and for every proof that fails. */
function unlessMalformed<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** What a worker can do: the name of each step and its function. */
export type PasswordSteps = typeof steps;

/** A step that the worker must run. */
export interface PasswordJob {
  readonly id: number;
  readonly step: keyof PasswordSteps;
  readonly input: unknown;
}

/** The result of a step, or why it failed. */
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
