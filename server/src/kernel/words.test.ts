import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { describe, expect, test } from 'vitest';
import { pause, systemClock } from './clock.ts';
import { readConfig } from './config/config.ts';
import { loadSecrets, secretsByKey } from './config/secrets.ts';
import { AppError, declaredErrors, defineErrors, statusesOf, statusOf } from './errors.ts';
import { makeLog } from './log.ts';
import { systemRandom } from './random.ts';

describe('errors', () => {
  const testErrors = defineErrors('kernel_test', { lost: { code: 'not_found', message: 'It is lost.' } });

  test('a declared error has its reason, code, text and status', () => {
    const error = testErrors.lost();
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      reason: 'kernel_test.lost',
      code: 'not_found',
      message: 'It is lost.',
      httpStatus: 404,
    });
    expect(declaredErrors().get('kernel_test.lost')).toEqual({ code: 'not_found', message: 'It is lost.' });
  });

  test('details replace the text, and a declaration narrows the status of its code', () => {
    expect(testErrors.lost({ message: 'Gone.' })).toMatchObject({ httpStatus: 404, message: 'Gone.' });
    const { large } = defineErrors('kernel_test_own', {
      large: { code: 'invalid_argument', message: 'Too large.', httpStatus: 413 },
    });
    expect(large({ message: 'Far too large.' }).httpStatus).toBe(413);
    expect(statusesOf(declaredErrors().get('kernel_test_own.large')!)).toEqual({ http: 413, grpc: 3 });
  });

  test('a reason is declared once', () => {
    expect(() => defineErrors('kernel_test', { lost: { code: 'internal', message: '' } })).toThrow('kernel_test.lost');
  });

  test('every code has its own gRPC status, and an HTTP status that is a failure', () => {
    const all = Object.values(statusOf);
    expect(new Set(all.map(({ grpc }) => grpc)).size).toBe(all.length);
    expect(all.every(({ http, grpc }) => http >= 400 && http < 600 && grpc > 0 && grpc <= 16)).toBe(true);
  });
});

describe('secrets', () => {
  const strong = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe';
  const inFolder = (work: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-secrets-'));
    try {
      work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test('in development they are made once, and only their owner reads them', () => {
    inFolder((folder) => {
      const first = loadSecrets(readConfig([]), folder, systemRandom);
      expect(loadSecrets(readConfig([]), folder, systemRandom)).toEqual(first);
      expect(first.jwt).not.toBe(first.opaqueServerSetup);
      expect(first.credentialEncryption).toMatch(/^[0-9a-f]{64}$/);
      const path = join(folder, 'secrets', 'jwt.secret');
      expect(readFileSync(path, 'utf8')).toBe(first.jwt);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    });
  });

  test.each([
    { is: 'empty', content: '', reason: 'the file is empty' },
    { is: 'cut', content: 'abcdefgh', reason: 'has fewer than 32 characters' },
    { is: 'white space', content: ' \n'.repeat(40), reason: 'the file is empty' },
  ])('[CF12] a file that is $is refuses the start', ({ content, reason }) => {
    inFolder((folder) => {
      loadSecrets(readConfig([]), folder, systemRandom);
      writeFileSync(join(folder, 'secrets', 'security.opaque_server_setup_secret'), content);
      expect(() => loadSecrets(readConfig([]), folder, systemRandom)).toThrow(reason);
    });
  });

  test('[CF12] a secret with which data was written is not made anew when it is missing', () => {
    inFolder((folder) => {
      const known = new Set(['jwt.secret', 'credential_encryption_key']);
      expect(() => loadSecrets(readConfig([]), folder, systemRandom, known)).toThrow('credential_encryption_key');
      expect(existsSync(join(folder, 'secrets', 'credential_encryption_key'))).toBe(false);
      // A new one only invalidates access tokens.
      expect(existsSync(join(folder, 'secrets', 'jwt.secret'))).toBe(true);
    });
  });

  test('in production they come from the configuration, and nothing is kept', () => {
    inFolder((folder) => {
      const values = {
        'server.mode': 'production',
        'jwt.secret': strong,
        'security.opaque_server_setup_secret': `${strong}2`,
        credential_encryption_key: '8d1f0c5e3b7a492615e0d4c8b2a6f9738b1d4e7fa02c6593d8e14b7c0a95f362',
      };
      const secrets = loadSecrets(readConfig([{ origin: 'test', values }]), folder, systemRandom);
      expect(secretsByKey(secrets)).toEqual(expect.objectContaining({ 'jwt.secret': strong }));
      expect(secrets.opaqueServerSetup).toBe(`${strong}2`);
      expect(existsSync(join(folder, 'secrets'))).toBe(false);
    });
  });
});

describe('clock and log', () => {
  test('a pause ends at its time, or when its signal aborts, and leaves no timer', async () => {
    const clock = new FakeClock();
    const timed = pause(clock, 100);
    clock.advance(100);
    await timed;
    const gone = new AbortController();
    const aborted = pause(clock, 100, gone.signal);
    gone.abort();
    await aborted;
    await pause(clock, 100, gone.signal);
    expect(clock.pending).toBe(0);
  });

  test('the clock of the machine never goes back', () => {
    let last = systemClock.nowMs();
    for (let n = 0; n < 1_000; n++) {
      const now = systemClock.nowMs();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
    expect(Math.abs(last - Date.now())).toBeLessThan(1_000);
  });

  test('secrets are not logged', () => {
    let said = '';
    const destination = { write: (line: string) => (said += line) } as unknown as NodeJS.WritableStream;
    makeLog('info', { destination }).info({
      password: 'hunter2',
      request: { token: 'hunter3', authorization: 'hunter4' },
      ticket: 'hunter5',
      name: 'anna',
    });
    expect(said).not.toContain('hunter');
    expect(said).toContain('anna');
  });
});
