/**
 * Clients that sign in, in their own process. Each call comes from a different address, so that no per-address limit
 * applies.
 */
import * as opaque from '@serenity-kit/opaque';
import { median } from '../figures.ts';
import { serveTasks } from '../worker.ts';

const password = 'Correct-horse-7';
/**
 * The library's least stretching, because the client's work is not what we measure. The server cannot see the
 * difference.
 */
const keyStretching = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } } as const;

let addresses = 0;

async function post(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; json: Record<string, string> }> {
  const n = ++addresses;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

async function expectOk(url: string, path: string, body: object): Promise<Record<string, string>> {
  const { status, json } = await post(url, path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}

const toUrl = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString('base64url');

async function opaqueLogin(url: string, username: string): Promise<void> {
  const { clientLoginState, startLoginRequest } = opaque.client.startLogin({ password });
  const started = await expectOk(url, '/api/auth/opaque/login/start', {
    username,
    credentialRequest: startLoginRequest,
  });
  const loginResponse = toUrl(started.credentialResponse);
  const finished = opaque.client.finishLogin({ password, clientLoginState, loginResponse, keyStretching });
  if (!finished) throw new Error('the record does not open');
  await expectOk(url, '/api/auth/opaque/login/finish', {
    loginId: started.loginId,
    credentialFinalization: finished.finishLoginRequest,
  });
}

/** Runs `work` repeatedly on `callers` callers for `ms`; returns the runs per second. */
async function perSecond(callers: number, ms: number, work: (caller: number) => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  let count = 0;
  const keepCalling = async (caller: number) => {
    while (performance.now() < startedAtMs + ms) {
      await work(caller);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => keepCalling(caller)));
  return (count * 1000) / (performance.now() - startedAtMs);
}

/** Duration of one call, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

interface Target {
  readonly url: string;
}

const tasks = {
  /** Accounts `direct_0`… with the suite's record, and `opaque_0`… with one that the client stretched least. */
  async makeAccounts({ url, count }: Target & { count: number }): Promise<void> {
    await opaque.ready;
    for (let n = 0; n < count; n++) {
      await expectOk(url, '/api/auth/direct-password/register', { username: `direct_${n}`, password });
      const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({ password });
      const username = `opaque_${n}`;
      const started = await expectOk(url, '/api/auth/opaque/registration/start', { username, registrationRequest });
      const { registrationRecord } = opaque.client.finishRegistration({
        password,
        clientRegistrationState,
        registrationResponse: toUrl(started.registrationResponse),
        keyStretching,
      });
      await expectOk(url, '/api/auth/opaque/registration/finish', {
        registrationId: started.registrationId,
        registrationUpload: registrationRecord,
      });
    }
  },
  direct: ({ url, callers, ms }: Target & { callers: number; ms: number }): Promise<number> =>
    perSecond(callers, ms, async (caller) => {
      await expectOk(url, '/api/auth/direct-password/login', { username: `direct_${caller}`, password });
    }),
  opaque: ({ url, callers, ms }: Target & { callers: number; ms: number }): Promise<number> =>
    perSecond(callers, ms, (caller) => opaqueLogin(url, `opaque_${caller}`)),
  /** Median of a refused login with an existing name ÷ with an unknown one: four tries a name, alternating. */
  async unknownRatio({ url, count, by }: Target & { count: number; by: 'direct' | 'opaque' }): Promise<number> {
    await opaque.ready;
    const { startLoginRequest } = opaque.client.startLogin({ password: 'Wrong-horse-7' });
    const attempt = (username: string) =>
      by === 'direct'
        ? post(url, '/api/auth/direct-password/login', { username, password: 'Wrong-horse-7' })
        : post(url, '/api/auth/opaque/login/start', { username, credentialRequest: startLoginRequest });
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < 4 * count; n++) {
      const name = n % count;
      const both = {
        known: () => timed(() => attempt(`${by}_${name}`)),
        unknown: () => timed(() => attempt(`nobody_${by}_${name}`)),
      };
      // The second one runs on a warmer machine, so they take turns.
      for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
        times[kind].push(await both[kind]());
    }
    return median(times.known) / median(times.unknown);
  },
};

export type AuthLoad = typeof tasks;
serveTasks(tasks);
