import { expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import {
  codeOf,
  isConnectionLoss,
  isOfOneValue,
  isStalePlan,
  keyValueUnavailable,
  storeErrors,
  toStoreError,
} from './store.errors.ts';

/** A failure as `pg` throws it. */
const failure = (code: string | undefined, message = 'failed') => Object.assign(new Error(message), code && { code });

test.each([
  ['53100', 'disk full', 'store.full'],
  ['53200', 'out of memory', 'store.unavailable'],
  ['53300', 'too many connections', 'store.unavailable'],
  ['08006', 'connection failure', 'store.unavailable'],
  ['57P01', 'shut down by the administrator', 'store.unavailable'],
  ['57P03', 'starting up', 'store.unavailable'],
  ['25006', 'a standby during failover', 'store.unavailable'],
  ['25P03', 'idle in transaction for too long', 'store.unavailable'],
  ['25P04', 'transaction timeout', 'store.timeout'],
  ['57014', 'statement timeout', 'store.timeout'],
  ['55P03', 'lock timeout', 'store.busy'],
  ['22021', 'NUL in text', 'store.bad_text'],
  ['22P05', 'NUL in jsonb', 'store.bad_text'],
  ['ECONNREFUSED', 'no server at the port', 'store.unavailable'],
  ['ENOENT', 'no socket', 'store.unavailable'],
  ['ECONNRESET', 'the connection broke', 'store.unavailable'],
])('[ST16] %s (%s) is told as %s, and keeps its cause for the log', (code, _, reason) => {
  const cause = failure(code);
  const told = toStoreError(cause) as AppError;
  expect(told).toBeInstanceOf(AppError);
  expect(told.reason).toBe(reason);
  expect(told.cause).toBe(cause);
  expect(told.message).not.toContain('failed');
});

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'timeout expired',
  'Cannot use a pool after calling end on the pool',
])('[ST13] "%s" of the driver, which has no code, means that the connection is lost', (message) => {
  expect(isConnectionLoss(failure(undefined, message))).toBe(true);
  expect(toStoreError(failure(undefined, message))).toMatchObject({ reason: 'store.unavailable' });
});

test.each(['23505', '42601', '40001', '25P02', '57014', '55P03', 'EINVAL'])(
  '[ST13] after %s the connection is still good',
  (code) => {
    expect(isConnectionLoss(failure(code, 'Connection terminated'))).toBe(false);
  },
);

test.each(['08000', '08006', '57P01', '57P02', '57P05', '25006', '25P03', '25P04', 'EPIPE'])(
  '[ST13] [ST39] after %s the connection is never used again',
  (code) => {
    expect(isConnectionLoss(failure(code))).toBe(true);
  },
);

test.each([failure('42601'), failure('23505'), failure(undefined, 'a fault of ours'), 'no error', undefined])(
  'a fault of our own stays what it is: %s',
  (cause) => {
    expect(toStoreError(cause)).toBe(cause);
  },
);

test('an error that callers are told already is told as it is', () => {
  const error = storeErrors.conflict();
  expect(toStoreError(error)).toBe(error);
});

test('[ST27] only a plan that no longer fits its tables is stale', () => {
  const stale = Object.assign(failure('0A000'), { routine: 'RevalidateCachedQuery' });
  expect(isStalePlan(stale)).toBe(true);
  expect(isStalePlan(failure('0A000'))).toBe(false);
  expect(isStalePlan(Object.assign(failure('42601'), { routine: 'RevalidateCachedQuery' }))).toBe(false);
});

test('[ST18] one value may be to blame for bad text and for faults, and not for a database that is away', () => {
  expect(isOfOneValue(storeErrors.bad_text())).toBe(true);
  expect(isOfOneValue(failure('23505'))).toBe(true);
  for (const error of [storeErrors.unavailable(), storeErrors.timeout(), storeErrors.busy(), storeErrors.conflict()])
    expect(isOfOneValue(error)).toBe(false);
});

test('[ST47] who needs the key-value store while it is away is told when to come back', () => {
  const cause = new Error('ECONNREFUSED');
  const error = keyValueUnavailable(cause);
  expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
  expect(error.cause).toBe(cause);
});

test('a code is text: numbers and objects are none', () => {
  expect([codeOf(failure('23505')), codeOf({ code: 5 }), codeOf(null), codeOf(undefined)]).toEqual([
    '23505',
    undefined,
    undefined,
    undefined,
  ]);
});
