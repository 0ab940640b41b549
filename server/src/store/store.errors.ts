import { AppError, defineErrors } from '../kernel/errors.ts';

/** Errors that callers see when a store fails. The messages contain no host, table or value. */
export const storeErrors = defineErrors('store', {
  unavailable: { code: 'unavailable', message: 'The database cannot be reached. Try again in a moment.' },
  full: {
    code: 'unavailable',
    message: 'The database has no space left. The operator has to free some.',
  },
  busy: { code: 'unavailable', message: 'The data is in use by another request. Try again in a moment.' },
  timeout: { code: 'deadline_exceeded', message: 'The database took too long to answer.' },
  conflict: { code: 'aborted', message: 'Other changes kept interfering with this one. Try again.' },
  bad_text: { code: 'invalid_argument', message: 'Text must not contain the character NUL.' },
  key_value_unavailable: {
    code: 'unavailable',
    message: 'The key-value store cannot be reached. Try again in a moment.',
  },
});

/** Seconds after which clients should retry: the server tries to reach the store once a second. */
const keyValueRetrySeconds = 2;

/** Refuses a request that needs the shared key-value store while it is unavailable. */
export function keyValueUnavailable(cause?: unknown): AppError {
  return Object.assign(storeErrors.key_value_unavailable({ retryAfterSeconds: keyValueRetrySeconds }), { cause });
}

type StoreFault = keyof typeof storeErrors;

/** Maps an SQLSTATE, whole or by class (first two characters), to our error. PostgreSQL 17, appendix A. */
const faultOfState: Readonly<Record<string, StoreFault>> = {
  '08': 'unavailable', // connection exception
  '53100': 'full', // disk full
  '53': 'unavailable', // out of memory, too many connections
  '57P01': 'unavailable', // shut down by the administrator
  '57P02': 'unavailable', // crash of another backend
  '57P03': 'unavailable', // starting up or shutting down
  '57P05': 'unavailable', // idle session timeout
  '25006': 'unavailable', // read-only: a standby during failover
  '25P03': 'unavailable', // idle in transaction for too long
  '25P04': 'timeout', // transaction timeout
  '55P03': 'busy', // lock timeout
  '57014': 'timeout', // statement timeout
  '22021': 'bad_text', // NUL in text
  '22P05': 'bad_text', // NUL in jsonb
};

/** Socket error codes of Node that mean the server is unreachable. ENOENT: the Unix socket does not exist. */
const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'EACCES', 'EADDRNOTAVAIL', 'ENOTCONN'],
]);

/**
 * `pg` reports a lost connection and its own time limits as errors without a code (pg 8.23 lib/client.js, pg-pool
 * index.js).
 */
const driverTexts =
  /^Connection terminated|^Client (has encountered|was closed)|^timeout exceeded when trying to connect|^Query read timeout|^timeout expired|after calling end on the pool/;

/** The SQLSTATE of a failed statement, or the code of a failed socket; undefined for anything else. */
export function codeOf(cause: unknown): string | undefined {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * True when the connection must not return to the pool: it is lost or in an uncertain state, or leads to a standby
 * (25006) while a new connection may lead to the primary.
 */
export function isConnectionLoss(cause: unknown): boolean {
  const code = codeOf(cause);
  if (code !== undefined) return socketCodes.has(code) || /^(08|57P0)|^25(006|P0[34])$/.test(code);
  return cause instanceof Error && driverTexts.test(cause.message);
}

/**
 * True when a prepared statement no longer matches its tables. PostgreSQL reports this only by a location in its source
 * (utils/cache/plancache.c).
 */
export function isStalePlan(cause: unknown): boolean {
  return codeOf(cause) === '0A000' && (cause as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Turns a database failure into the error for callers. Bugs in our own SQL pass unchanged and end as `internal`. */
export function toStoreError(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause) ?? '';
  const fault =
    faultOfState[code] ?? faultOfState[code.slice(0, 2)] ?? (isConnectionLoss(cause) ? 'unavailable' : undefined);
  return fault === undefined ? cause : Object.assign(storeErrors[fault](), { cause });
}

/**
 * True for a failure of a batch that a single value may have caused. An unavailable or slow database fails for all
 * values.
 */
export function isOfOneValue(error: unknown): boolean {
  return !(error instanceof AppError) || error.reason === 'store.bad_text';
}

/**
 * True for a failure that leaves it unknown whether the transaction was committed, so that it must not be retried: the
 * connection was lost.
 */
export function mayHaveCommitted(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'store.unavailable';
}
