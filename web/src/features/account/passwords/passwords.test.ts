import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from '../../../client/calls/api.ts';

interface Job {
  readonly id: number;
  readonly step: string;
  readonly input: { readonly password?: string; readonly response?: string };
}

/** A worker whose steps the test answers. */
class FakeWorker extends EventTarget {
  readonly jobs: Job[] = [];
  isTerminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(job: Job) {
    this.jobs.push(job);
    const output = outputs[job.step];
    if (output !== undefined) queueMicrotask(() => this.say({ id: job.id, output }));
  }

  say(data: object) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate() {
    this.isTerminated = true;
  }
}

let workers: FakeWorker[];
/** Outputs of the steps that answer by themselves. Other steps wait for the test. */
let outputs: Record<string, unknown>;
let passwords: typeof import('./passwords.port.ts');
let opaque: typeof import('./opaque.ts');
beforeEach(async () => {
  workers = [];
  outputs = {};
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
  passwords = await import('./passwords.port.ts');
  opaque = await import('./opaque.ts');
});
afterEach(() => vi.unstubAllGlobals());

describe('the worker', () => {
  test('is one for all steps, whose answers may come in any order', async () => {
    const first = opaque.opaqueStep('startLogin', { password: 'a' });
    const second = opaque.opaqueStep('startLogin', { password: 'b' });
    const [worker] = workers;
    const [one, two] = worker!.jobs;
    worker!.say({ id: two!.id, output: 'b' });
    worker!.say({ id: one!.id, output: 'a' });
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(workers).toHaveLength(1);
  });

  test('that cannot do one step does the others', async () => {
    const broken = opaque.opaqueStep('finishLogin', { password: 'a', state: '', response: 'nonsense' });
    const other = opaque.opaqueStep('startLogin', { password: 'a' });
    const [one, two] = workers[0]!.jobs;
    workers[0]!.say({ id: one!.id, error: 'invalid base64' });
    workers[0]!.say({ id: two!.id, output: 'a' });
    await expect(broken).rejects.toThrow('invalid base64');
    expect(await other).toBe('a');
  });

  test('whose code cannot be loaded ends what waits, and is started again with the next step', async () => {
    const waiting = [opaque.opaqueStep('load', null), opaque.opaqueStep('startLogin', { password: 'a' })];
    workers[0]!.dispatchEvent(new Event('error'));
    for (const step of waiting) await expect(step).rejects.toThrow(TypeError);
    expect(workers[0]!.isTerminated).toBe(true);
    outputs = { startLogin: 'again' };
    expect(await opaque.opaqueStep('startLogin', { password: 'a' })).toBe('again');
    expect(workers).toHaveLength(2);
  });
});

/** A server that returns `answers` by call, and a record of all requests to it. */
function makeServer(answers: Record<string, object>) {
  const shown: [call: string, request: Record<string, unknown>][] = [];
  const call = async (name: string, request: Record<string, unknown>) => {
    shown.push([name, request]);
    return answers[name];
  };
  return { api: { call } as unknown as Api, shown };
}

describe('the password', () => {
  const started = { state: 'state', request: 'request' };
  const server = () =>
    makeServer({
      'AuthService.StartOpaqueLogin': { loginId: 'l1', credentialResponse: 'ab+/cd==' },
      'AuthService.FinishOpaqueLogin': { accessToken: 'token' },
      'UserService.StartOpaquePasswordUpdate': { updateId: 'u1', registrationResponse: 'x', credentialResponse: 'y' },
    });

  test('never leaves the browser', async () => {
    outputs = { startLogin: started, finishLogin: 'proof' };
    const { api, shown } = server();
    expect(await passwords.signInWithPassword(api, 'ada', 'Sommer2026')).toEqual({ accessToken: 'token' });
    expect(shown).toEqual([
      ['AuthService.StartOpaqueLogin', { username: 'ada', credentialRequest: 'request' }],
      ['AuthService.FinishOpaqueLogin', { loginId: 'l1', credentialFinalization: 'proof' }],
    ]);
  });

  test('is checked against the server’s answer in the alphabet of the library', async () => {
    outputs = { startLogin: started, finishLogin: 'proof' };
    await passwords.signInWithPassword(server().api, 'ada', 'Sommer2026');
    expect(workers[0]!.jobs.at(-1)?.input).toEqual({ password: 'Sommer2026', state: 'state', response: 'ab-_cd' });
  });

  test('that is wrong is refused as the server would, which is not asked again', async () => {
    outputs = { startLogin: started, startRegistration: started, finishLogin: null };
    const { api, shown } = server();
    const wrong = (code: string) => expect.objectContaining({ status: 401, code });
    await expect(passwords.signInWithPassword(api, 'ada', 'x')).rejects.toEqual(wrong('auth.invalid_credentials'));
    await expect(passwords.changePassword(api, 'New1', { current: 'x' })).rejects.toEqual(wrong('auth.wrong_password'));
    await expect(passwords.provePassword('x', async () => 'y')).rejects.toEqual(wrong('mfa.wrong_proof'));
    expect(shown.map(([name]) => name)).toEqual([
      'AuthService.StartOpaqueLogin',
      'UserService.StartOpaquePasswordUpdate',
    ]);
  });

  test('is changed with a verification in place of the one in force', async () => {
    outputs = { startRegistration: started, finishRegistration: 'record' };
    const { api, shown } = server();
    await passwords.changePassword(api, 'New1', { verificationId: 'ver_1' });
    expect(shown).toEqual([
      ['UserService.StartOpaquePasswordUpdate', { registrationRequest: 'request', verificationId: 'ver_1' }],
      ['UserService.FinishOpaquePasswordUpdate', { updateId: 'u1', registrationUpload: 'record' }],
    ]);
  });
});
