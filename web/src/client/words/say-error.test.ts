import { expect, test } from 'vitest';
import { ApiError, type ApiErrorFields } from '../calls/api-error.ts';
import { sayError, sayViolation, type Words } from './say-error.ts';

const texts: Readonly<Record<string, string>> = {
  'chat:errors.chat-slow_mode': 'Wait a little.',
  'errors/room:room-not_found': 'There is no such room.',
  'errors/call:call-rate_limited': 'Too many.',
  'errors/auth:auth-banned': 'Banned.',
  'errors/call:call-invalid_request': 'It does not fit.',
  'errors/string:rule-string-min_len': 'Too short.',
  'errors/int32:rule-number': 'Not such a number.',
  'errors/double:rule-number': 'Not such a number.',
};

/** Words that show which text was taken: the texts above, else the key with its values. */
const words: Words = {
  language: 'en',
  has: (key, ns) => `${ns}:${key}` in texts,
  say: (key, { ns, ...values } = {}) =>
    texts[`${ns ?? 'shell'}:${key}`] ?? [key, ...Object.values(values ?? {})].join(' '),
};

const refusal = (over: Partial<ApiErrorFields>) =>
  new ApiError({ status: 409, code: 'x.unknown', message: 'The server says so.', requestId: '', ...over });
const said = (error: unknown, feature = 'shell') => sayError(error, feature, words);

test('a reason is said in the words of the feature, else in those for errors, else as the server said it', () => {
  expect(said(refusal({ code: 'chat.slow_mode' }), 'chat')).toBe('Wait a little.');
  expect(said(refusal({ code: 'chat.slow_mode' }), 'library')).toBe('The server says so.');
  expect(said(refusal({ code: 'room.not_found' }), 'chat')).toBe('There is no such room.');
  expect(said(refusal({}))).toBe('The server says so.');
});

test('whatever else went wrong, the server cannot be reached', () => {
  expect(said(refusal({ status: 0, code: 'network' }))).toBe('errors.network');
  expect(said(refusal({ message: '' }))).toBe('errors.network');
  expect([said(new TypeError('failed to fetch')), said(undefined), said('no'), said(null)]).toEqual([
    'errors.network',
    'errors.network',
    'errors.network',
    'errors.network',
  ]);
});

test('how long to wait stands alone where that is all, and behind the words of a reason', () => {
  expect(said(refusal({ retryAfterSeconds: 40 }))).toBe('errors.wait 40 seconds');
  expect(said(refusal({ code: 'call.rate_limited', retryAfterSeconds: 90 }))).toBe('errors.wait 2 minutes');
  expect(said(refusal({ retryAfterSeconds: 5_400 }))).toBe('errors.wait 90 minutes');
  expect(said(refusal({ retryAfterSeconds: 86_400 }))).toBe('errors.wait 24 hours');
  expect(said(refusal({ code: 'chat.slow_mode', retryAfterSeconds: 1 }), 'chat')).toBe(
    'Wait a little. errors.left 1 second',
  );
});

test('a ban is said with its end and with what the administrator wrote', () => {
  const ban = (metadata: object) => said(refusal({ code: 'auth.banned', details: { metadata } }));
  expect(ban({})).toBe('Banned.');
  expect(ban({ reason: 'Spam' })).toBe('Banned. errors.reason Spam');
  expect(ban({ reason: 'Spam', until: '2030-05-01T10:00:00Z' })).toMatch(/^Banned\. errors\.until May 1, 2030.* Spam$/);
});

test('[WX3] the reason of a field is said instead of that the request does not fit', () => {
  const invalid = (...broken: object[]) =>
    said(refusal({ status: 400, code: 'call.invalid_request', details: { violations: broken } }));
  expect(invalid({ field: 'name', reason: 'string.min_len' })).toBe('Too short.');
  expect(invalid({ reason: 'int32.gte_lte' })).toBe('Not such a number.');
  expect(invalid({ reason: 'string.unheard_of' }, { reason: 'double.finite' })).toBe('Not such a number.');
  expect([invalid(), invalid({ field: 'name', reason: 'x.raw' })]).toEqual(['It does not fit.', 'It does not fit.']);
});

test('[WX3] what the reason of a field names is filled in', () => {
  const known: Words = { ...words, has: () => true };
  const violation = { field: 'x', reason: 'rooms.above', params: { max: '5' }, description: 'is above 5' };
  expect(sayViolation(violation, known)).toBe('rule-rooms-above 5');
  expect(sayViolation(violation, words)).toBeUndefined();
});
