import { readFileSync } from 'node:fs';
import { languages } from '@matinee/contract/languages.ts';
import { expect, test } from 'vitest';
import { problemOfCode, problemOfRefusal } from '../source/problem-codes.ts';
import { firstRemedy, mayPlayProxied, type Remedy, remedies } from './remedies.ts';

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>;

/**
 * Reasons of these owners that no playback gives. They are about choosing and changing items of lists, about sending
 * streams, or for other processes of the server.
 */
const elsewhere = [
  'providers.cannot_search',
  'providers.invalid_cursor',
  'providers.invalid_flow',
  'providers.unknown_thumbnail',
  'streams.bad_relay',
  'streams.not_allowed',
];

test('[SY69] every reason of sources, the proxy and live streams has a problem, or is not about playing', () => {
  const declared = ['../../../shared/errors/errors.de.json', '../../streams/errors.de.json'].flatMap((path) =>
    Object.keys(read(path)),
  );
  const reasons = declared
    .map((key) => key.replace('-', '.'))
    .filter((reason) => /^(providers|proxy|streams)\./.test(reason));
  expect(reasons.length).toBeGreaterThan(40);
  expect(reasons.filter((reason) => (problemOfCode(reason) === undefined) !== elsewhere.includes(reason))).toEqual([]);
});

test('[SY69] every problem has its sentence in each language', () => {
  for (const language of Object.keys(languages)) {
    const problem = read(`../../problems/texts.${language}.json`) as Record<string, object>;
    expect(Object.keys(problem).sort()).toEqual(Object.keys(remedies).sort());
    for (const text of Object.values(problem))
      expect(text).toMatchObject({ title: expect.stringMatching(/./), advice: expect.stringMatching(/./) });
  }
});

test('[SY69] what helps most stands first, and what can be pressed in its place', () => {
  const all = new Set<Remedy>(['retry', 'proxied', 'next', 'copy']);
  expect([firstRemedy('cors', all), firstRemedy('not_shared', all), firstRemedy('fault', all)]).toEqual([
    'proxied',
    'next',
    'retry',
  ]);
  expect(firstRemedy('cors', new Set(['retry', 'next']))).toBe('next');
  expect(firstRemedy('not_shared', new Set(['retry']))).toBe('retry');
});

test('the server is no way to what is missing or forbidden there too', () => {
  expect((['not_found', 'forbidden', 'format', 'drm'] as const).filter(mayPlayProxied)).toEqual([]);
  expect((['cors', 'mixed', 'unreachable'] as const).filter((problem) => !mayPlayProxied(problem))).toEqual([]);
});

test('[SY69] a refusal of this server says nothing about the address of the film', () => {
  expect(problemOfRefusal({ code: 'providers.account_not_shared', status: 403 })).toBe('not_shared');
  expect([403, 404, 500].map((status) => problemOfRefusal({ code: 'call.other', status }))).toEqual([
    'expired',
    'expired',
    'fault',
  ]);
});

test('[SY41] a call that got no answer, and one while this server starts again, are no fault of the item', () => {
  expect(problemOfRefusal({})).toBe('network');
  expect([0, 502, 503].map((status) => problemOfRefusal({ code: 'unknown', status }))).toEqual([
    ...['network', 'network', 'network'],
  ]);
  expect(problemOfRefusal({ code: 'providers.upstream_failed', status: 502 })).toBe('fault');
});
