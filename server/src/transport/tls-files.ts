import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../kernel/config/config.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import type { TlsFiles } from './one-port.ts';

/**
 * Certificate and key from the configuration; undefined without TLS. @throws ConfigError with the key whose file cannot
 * be used.
 */
export function readTls(config: Config): TlsFiles | undefined {
  const certificate = config['server.tls_certificate'];
  const key = config['server.tls_key'];
  if (certificate === undefined || key === undefined) return undefined;
  const faults: string[] = [];
  const files = {
    cert: read('server.tls_certificate', certificate, faults),
    key: read('server.tls_key', key, faults),
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  try {
    createSecureContext(files);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^error:[0-9A-F]+:/, '');
    throw new ConfigError(
      `server.tls_certificate = ${JSON.stringify(certificate)} and server.tls_key = ${JSON.stringify(key)} ` +
        `do not serve together: ${reason}. Both are PEM files, and the key is that of the first certificate`,
    );
  }
  return files;
}

function read(name: string, path: string, faults: string[]): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    faults.push(`${name} = ${JSON.stringify(path)}: the file cannot be read: ${(cause as Error).message}`);
    return Buffer.alloc(0);
  }
}
