import { expect, test } from 'vitest';
import { ApiError, errorOf, networkError } from './api-error.ts';

const answer = (status: number, body: unknown, headers = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

test('[CA6] a refusal has the reason, the words, the id of the call and what the server added', async () => {
  const body = { code: 'room.not_found', error: 'No such room.', requestId: 'r1', details: { room: 'x' } };
  expect({ ...(await errorOf(answer(404, body))) }).toMatchObject({
    name: 'ApiError',
    status: 404,
    code: 'room.not_found',
    requestId: 'r1',
    details: { room: 'x' },
  });
  expect((await errorOf(answer(404, body))).message).toBe('No such room.');
});

test.each([
  ['the page of a proxy', '<html>Bad gateway</html>'],
  ['a list', []],
  ['null', 'null'],
  ['fields of other types', { code: 7, error: '', requestId: null }],
])('[CA6] %s still makes an error that can be shown', async (_, body) => {
  const error = await errorOf(answer(502, body, { 'x-request-id': 'r2' }));
  expect(error).toMatchObject({ status: 502, code: 'unknown', requestId: 'r2' });
  expect(error.message).toBe('The server answered 502.');
  expect('details' in error && error.details !== undefined).toBe(false);
});

test('[CA6] how long to wait is in the header or in the body', async () => {
  const waits = [
    answer(429, {}, { 'retry-after': '7' }),
    answer(429, { retry_after_seconds: 9 }),
    answer(429, {}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
    answer(429, { retry_after_seconds: 0 }),
    answer(404, {}),
  ].map(async (response) => (await errorOf(response)).retryAfterSeconds);
  expect(await Promise.all(waits)).toEqual([7, 9, undefined, undefined, undefined]);
});

test('[CA6] no answer has the status 0: the network, or a call that the page gave up', () => {
  expect(networkError(new TypeError('failed'))).toMatchObject({ status: 0, code: 'network', requestId: '' });
  expect(networkError(new DOMException('', 'AbortError'))).toMatchObject({ status: 0, code: 'aborted' });
  expect(networkError('anything')).toBeInstanceOf(ApiError);
});
