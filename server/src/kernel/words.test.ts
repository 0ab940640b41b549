import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { describe, expect, test } from 'vitest';
import { pause, systemClock } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { AppError, declaredErrors, defineErrors, statusOf } from './errors.ts';
import { makeLog } from './log.ts';
import { systemRandom } from './random.ts';
import { loadSecrets } from './secrets.ts';

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

  test('details narrow the status and replace the text', () => {
    expect(testErrors.lost({ httpStatus: 410, message: 'Gone.' })).toMatchObject({ httpStatus: 410, message: 'Gone.' });
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

  test('in production missing, weak and placeholder secrets refuse to start, all named', () => {
    const production = (values: object) =>
      readConfig([{ origin: 'test', values: { 'server.mode': 'production', ...values } }]);
    inFolder((folder) => {
      expect(() => loadSecrets(production({}), folder, systemRandom)).toThrow(ConfigError);
      expect(() => loadSecrets(production({}), folder, systemRandom)).toThrow(
        /jwt.secret.*security.opaque_server_setup_secret.*credential_encryption_key/,
      );
      const weak = {
        'jwt.secret': 'change-me-change-me-change-me-change-me',
        'security.opaque_server_setup_secret': strong,
      };
      expect(() => loadSecrets(production(weak), folder, systemRandom)).toThrow(/jwt.secret is weak/);
      const credential_encryption_key = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(2);
      const good = {
        'jwt.secret': strong,
        'security.opaque_server_setup_secret': strong,
        credential_encryption_key,
      };
      expect(loadSecrets(production(good), folder, systemRandom).jwt).toBe(strong);
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
    makeLog('info', destination).info({
      password: 'hunter2',
      request: { token: 'hunter3', authorization: 'hunter4' },
      ticket: 'hunter5',
      name: 'anna',
    });
    expect(said).not.toContain('hunter');
    expect(said).toContain('anna');
  });
});
