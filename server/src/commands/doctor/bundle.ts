/** The archive for a bug report: small, readable by its owner only, and without secrets. [DOC5] [DOC6] */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { arch, platform, release, totalmem } from 'node:os';
import { ZipFile } from 'yazl';
import type { Config } from '../../kernel/config/config-keys.ts';
import { version } from '../../kernel/process/version.ts';
import { sentence } from './check.ts';
import type { Redact } from './redact.ts';

/** Maximum size of the log's end and of the metrics in the archive, in bytes. */
const logBytes = 512 * 1024;
const metricsBytes = 2 * 1_048_576;

/** Texts of the archive, by file name. */
export type BundleTexts = Readonly<Record<string, string | undefined>>;

/** Writes the archive. @throws Error if the file exists or cannot be written; no file is then left. */
export async function writeBundle(path: string, texts: BundleTexts, redact: Redact): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      cause.code === 'EEXIST' ? `${path} exists: name another file` : `${path} cannot be written: ${cause.message}`,
    );
  });
  try {
    const zip = new ZipFile();
    for (const [name, text] of Object.entries(texts))
      if (text !== undefined) zip.addBuffer(Buffer.from(redact(text)), name, { mode: 0o600 });
    zip.end();
    const out = createWriteStream('', { fd: file.fd, autoClose: false });
    zip.outputStream.pipe(out);
    await once(out, 'finish');
    await file.close();
  } catch (cause) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw cause;
  }
}

/** This program and its machine. */
export function describeMachine(running: unknown): string {
  const machine = { platform: platform(), release: release(), arch: arch(), memory_bytes: totalmem() };
  return `${JSON.stringify({ version, node: process.version, ...machine, server: running ?? null }, null, 2)}\n`;
}

/** The end of a log, starting at the beginning of a line. */
export async function readLogEnd(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - logBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const text = buffer.toString('utf8', 0, bytesRead);
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

/** The metrics of the running server, or the reason why there are none. */
export async function readMetrics(config: Config | undefined): Promise<string> {
  const address = config?.['management.metrics_address'];
  if (address === undefined) return '# management.metrics_address is not set\n';
  try {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(5_000) });
    return (await response.text()).slice(0, metricsBytes);
  } catch (cause) {
    return `# the metrics cannot be read: ${sentence(cause)}\n`;
  }
}
