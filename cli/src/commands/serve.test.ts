/** `serve` as a process that gets signals. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { inTerminal } from '@matinee/testkit/cli.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { makeDataDir, removeDataDir } from '@matinee/testkit/process.ts';
import { until } from '@matinee/testkit/until.ts';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../tools/built.mjs';
import { serve } from '../cli.fixture.ts';

beforeAll(() => ensureBuilt(), 300_000);

/** Common name of the certificate that a new connection gets. */
function certificateName(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test.skipIf(!hasProgram('openssl'))(
  '[CL10] [CF11] serve hands signals on: SIGHUP reads certificates again, SIGTERM ends it',
  async () => {
    const other = await makeDataDir();
    const path = (name: string) => join(other, name);
    const makeCertificate = (name: string) => {
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', path('tls.key')];
      const args = ['req', '-x509', '-subj', `/CN=${name}`, '-days', '1', '-nodes', ...key, '-out', path('tls.crt')];
      execFileSync('openssl', args, { stdio: 'ignore' });
    };
    try {
      makeCertificate('first');
      const files = [
        '--set',
        `server.tls_certificate=${path('tls.crt')}`,
        '--set',
        `server.tls_key=${path('tls.key')}`,
      ];
      const { started, url: https } = await serve(other, files);
      const port = Number(new URL(https).port);
      expect(https).toMatch(/^https:/);
      expect(await certificateName(port)).toBe('first');
      makeCertificate('second');
      started.child.kill('SIGHUP');
      await until('the new certificate is shown', async () => (await certificateName(port)) === 'second');
      writeFileSync(path('tls.crt'), 'nonsense');
      started.child.kill('SIGHUP');
      await until('the server says why not', () => started.said().includes('the old ones stay'));
      expect(await certificateName(port)).toBe('second');
      started.child.kill('SIGTERM');
      expect(await started.ended).toBe(0);
    } finally {
      await removeDataDir(other);
    }
  },
  120_000,
);

test('[CL10] one Ctrl-C at a terminal ends the server in order', async () => {
  const other = await makeDataDir();
  try {
    const run = inTerminal(['serve', '--port', '0', '--data-dir', other], {});
    await run.shows(/Its password is shown this once:/);
    await run.shows(/listening on/);
    run.type('\x03');
    expect(await run.ended).toBe(0);
    expect(run.screen().match(/\bstopping\b/g)).toHaveLength(1);
    expect(existsSync(join(other, 'management', 'endpoint'))).toBe(false);
    expect(existsSync(join(other, 'postgres', 'postmaster.pid'))).toBe(false);
  } finally {
    await removeDataDir(other);
  }
}, 120_000);
