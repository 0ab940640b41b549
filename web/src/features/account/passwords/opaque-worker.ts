/**
 * The client half of OPAQUE (RFC 9807) in a worker of the browser. Stretching a password takes 100 ms and more, which
 * would block the page. Messages are base64url text. The stretching is part of the contract: with other parameters no
 * record opens.
 */
import * as opaque from '@serenity-kit/opaque';

const keyStretching = { 'argon2id-custom': { memory: 19_456, iterations: 2, parallelism: 1 } } as const;

const steps = {
  /** Does nothing. Calling it loads the code before it is needed. */
  load: async (_: null) => null,
  startLogin: async ({ password }: { password: string }) => {
    const { clientLoginState: state, startLoginRequest: request } = opaque.client.startLogin({ password });
    return { state, request };
  },
  /** Null: the password is wrong. */
  finishLogin: async ({ password, state, response }: { password: string; state: string; response: string }) =>
    opaque.client.finishLogin({ password, clientLoginState: state, loginResponse: response, keyStretching })
      ?.finishLoginRequest ?? null,
  startRegistration: async ({ password }: { password: string }) => {
    const { clientRegistrationState: state, registrationRequest: request } = opaque.client.startRegistration({
      password,
    });
    return { state, request };
  },
  finishRegistration: async ({ password, state, response }: { password: string; state: string; response: string }) =>
    opaque.client.finishRegistration({
      password,
      clientRegistrationState: state,
      registrationResponse: response,
      keyStretching,
    }).registrationRecord,
};

/** The steps of the worker: name of the step → its function. */
export type OpaqueSteps = typeof steps;

interface Job {
  readonly id: number;
  readonly step: keyof OpaqueSteps;
  readonly input: never;
}

addEventListener('message', async ({ data: { id, step, input } }: MessageEvent<Job>) => {
  try {
    await opaque.ready;
    postMessage({ id, output: await steps[step](input) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
