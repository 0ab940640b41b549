import { expect, test } from 'vitest';
import { ApiError } from '../calls/api-error.ts';
import { queryClient } from './query.ts';

const failure = (status: number) => new ApiError({ status, code: 'x', message: '', requestId: '' });
const retry = queryClient.getDefaultOptions().queries!.retry as (failures: number, error: Error) => boolean;

test('a read is tried three times in all when the network or the server failed', () => {
  for (const error of [failure(0), failure(500), failure(503), new Error('broken')])
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
});

test('a read that the server refused is not tried again', () => {
  for (const status of [400, 403, 404, 429, 499]) expect(retry(0, failure(status))).toBe(false);
});
