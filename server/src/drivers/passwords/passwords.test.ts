import * as opaque from '@serenity-kit/opaque';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePasswords } from './passwords.ts';
import { suiteStretching } from './stretching.ts';

const passwords = makePasswords('a setup secret that is long enough for a test');
const password = 'Correct horse 1';
/** Another client's implementation: the stretching of the suite, and the library without our code. */
const keyStretching = { 'argon2id-custom': suiteStretching };
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const text = (value: Uint8Array) => Buffer.from(value).toString('base64url');

beforeAll(() => opaque.ready);
afterAll(() => passwords.stop?.(AbortSignal.timeout(1000)));

/** Registers as a client that never sends its password. */
async function upload(identifier: string): Promise<Uint8Array> {
  const { clientRegistrationState, registrationRequest } = opaque.client.startRegistration({ password });
  const response = await passwords.answerRegistration(identifier, bytes(registrationRequest));
  const { registrationRecord } = opaque.client.finishRegistration({
    password,
    clientRegistrationState,
    registrationResponse: text(response!),
    keyStretching,
  });
  return bytes(registrationRecord);
}

/** Signs in as such a client; undefined when the client notices that the password is wrong. */
async function finalize(identifier: string, record: string | undefined, typed: string) {
  const { clientLoginState, startLoginRequest } = opaque.client.startLogin({ password: typed });
  const started = (await passwords.startLogin(identifier, record, bytes(startLoginRequest)))!;
  const finished = opaque.client.finishLogin({
    password: typed,
    clientLoginState,
    loginResponse: text(started.response),
    keyStretching,
  });
  return { ...started, finalization: finished && bytes(finished.finishLoginRequest) };
}

test('a record fits its own password and identifier only', async () => {
  const record = await passwords.register('usr_1', password);
  expect(await passwords.verify('usr_1', password, record)).toBe(true);
  expect(await passwords.verify('usr_1', 'correct horse 1', record)).toBe(false);
  expect(await passwords.verify('usr_2', password, record)).toBe(false);
  expect(await passwords.verify('usr_1', password, undefined)).toBe(false);
});

test('a password that was sent and one that was not make the same kind of record', async () => {
  const sent = await passwords.register('usr_1', password);
  const kept = (await passwords.acceptRecord(await upload('usr_1')))!;
  expect(await passwords.verify('usr_1', password, kept)).toBe(true);
  for (const record of [sent, kept]) {
    const { state, finalization } = await finalize('usr_1', record, password);
    expect(await passwords.finishLogin(state, finalization!)).toBe(true);
    expect((await finalize('usr_1', record, 'Wrong horse 1')).finalization).toBeUndefined();
    expect((await finalize('usr_2', record, password)).finalization).toBeUndefined();
  }
});

test('an account that does not exist answers with messages of the same size, the same way each time', async () => {
  const { startLoginRequest } = opaque.client.startLogin({ password });
  const ask = async (record: string | undefined) =>
    (await passwords.startLogin('nobody', record, bytes(startLoginRequest)))!.response;
  const [first, again] = [await ask(undefined), await ask(undefined)];
  const real = await ask(await passwords.register('nobody', password));
  expect([first.length, again.length, real.length]).toEqual([320, 320, 320]);
  // The evaluated element must not reveal that there is no record (RFC 9807, section 10.9).
  expect(text(first.slice(0, 32))).toBe(text(again.slice(0, 32)));
  expect(text(first.slice(0, 32))).toBe(text(real.slice(0, 32)));
  expect(text(first.slice(32))).not.toBe(text(again.slice(32)));
  expect((await finalize('nobody', undefined, password)).finalization).toBeUndefined();
});

test('messages that are none, and proofs of another login, are nothing', async () => {
  const record = await passwords.register('usr_1', password);
  const garbage = (length: number) => new Uint8Array(length).fill(255);
  expect(await passwords.answerRegistration('usr_1', garbage(32))).toBeUndefined();
  expect(await passwords.acceptRecord(garbage(192))).toBeUndefined();
  expect(await passwords.startLogin('usr_1', record, garbage(96))).toBeUndefined();
  const [one, other] = [await finalize('usr_1', record, password), await finalize('usr_1', record, password)];
  expect(await passwords.finishLogin(one.state, other.finalization!)).toBe(false);
  expect(await passwords.finishLogin(one.state, garbage(64))).toBe(false);
  expect(await passwords.finishLogin(one.state, one.finalization!)).toBe(true);
});
