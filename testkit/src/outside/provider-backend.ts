/** The program that runs providers for another server, in its own process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../until.ts';
import { programPath } from './programs.ts';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** A self-signed certificate for `localhost`, in files. */
export interface OwnCertificate {
  readonly folder: string;
  readonly certificate: string;
  readonly key: string;
  /** PEM. */
  readonly ca: string;
  remove(): void;
}

export function makeCertificate(): OwnCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-certificate-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync(
    programPath('openssl'),
    ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  );
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, certificate, key, ca: readFileSync(certificate, 'utf8'), remove };
}

export interface ProviderBackend {
  readonly child: ChildProcess;
  readonly port: number;
  /** Ends it at once, like a loss of power. */
  kill(): Promise<void>;
}

/** Starts it on loopback. `port` 0: any free port. @throws Error with its output when it ends before it listens. */
export async function startProviderBackend(
  { certificate, key, folder }: OwnCertificate,
  secret: string,
  port = 0,
): Promise<ProviderBackend> {
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, secret);
  const flags = ['--listen', `127.0.0.1:${port}`, '--tls-certificate', certificate, '--tls-key', key];
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', main, 'provider-backend', ...flags].concat(
      '--secret-file',
      secretFile,
      '--allow-network',
      '127.0.0.1',
    ),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text += bytes));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const listening = await until(
    'the back-end serves',
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
      return Number(/on port (\d+)/.exec(text)?.[1]) || undefined;
    },
    60_000,
  );
  return {
    child,
    port: listening,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
