/** Finds the management endpoint and the token for it. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { dataDirOf } from './data-dir.ts';

/** The management endpoint of one server. */
export interface Endpoint {
  /** `unix:/path`, or `host:port`. */
  readonly address: string;
  /** Bearer token for TCP. */
  readonly token: string | undefined;
}

/** Options of every command that talks to a server. */
export interface EndpointOptions {
  readonly dataDir?: string;
  readonly endpoint?: string;
  readonly tokenFile?: string;
}

/**
 * The flag wins over the environment, and the environment over the data directory. @throws Failure `unreachable` when
 * none of them names an endpoint.
 */
export function findEndpoint({ dataDir, endpoint, tokenFile }: EndpointOptions): Endpoint {
  const given = endpoint ?? process.env.MATINEE_MANAGEMENT_ENDPOINT;
  if (given !== undefined && given !== '') return { address: addressOf(given), token: tokenOf(tokenFile) };
  const folder = dataDirOf(dataDir);
  try {
    return { address: readFileSync(join(folder, 'management', 'endpoint'), 'utf8').trim(), token: undefined };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM')
      throw new Failure(
        'unreachable',
        `${folder} belongs to another user`,
        'Run the command as the user of the server.',
      );
    throw notRunning(folder);
  }
}

/** The failure when there is no server. */
export function notRunning(dataDir: string): Failure {
  return new Failure(
    'unreachable',
    `no server is running on ${dataDir}`,
    'Start it with: matinee serve. Another data directory is chosen with --data-dir or MATINEE_DATA_DIR.',
  );
}

function addressOf(text: string): string {
  if (text.startsWith('unix:')) return text;
  if (text.startsWith('/') || text.startsWith('.')) return `unix:${resolve(text)}`;
  if (/^(\[[^\]]+\]|[^:]+):\d{1,5}$/.test(text)) return text;
  throw new Failure('usage', `${text} is no management endpoint`, 'Give unix:/path/to/socket or host:port.');
}

function tokenOf(file: string | undefined): string | undefined {
  const { MATINEE_MANAGEMENT_TOKEN: value, MATINEE_MANAGEMENT_TOKEN_FILE: path } = process.env;
  const from = file ?? (value === undefined || value === '' ? path : undefined);
  if (from === undefined || from === '') return value || undefined;
  try {
    return readFileSync(from, 'utf8').trim();
  } catch (cause) {
    throw new Failure('usage', `the token cannot be read: ${(cause as Error).message}`);
  }
}
