import { afterEach, expect, test, vi } from 'vitest';
import { diagnose, type ExpectedContent } from './diagnose.ts';

const elsewhere = 'http://media.test/a.m3u8';
const ownPath = '/api/playback-providers/direct-url/streams/a?sig=b';

afterEach(() => vi.unstubAllGlobals());

/** The diagnosis of `url` when its requests get `answers`, one by one; undefined: the request fails. */
function found(url: string, wanted: ExpectedContent, answers: (Response | undefined)[], status?: number) {
  vi.stubGlobal('location', new URL('http://matinee.test/r/room_1'));
  const fetchIt = async () => {
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('failed');
    return answer;
  };
  return diagnose(url, wanted, status, fetchIt as never);
}

const withStatus = (status: number, body: BodyInit | null = null) => new Response(body, { status });

test.each([
  ['not_found', [withStatus(404)]],
  ['not_found', [withStatus(410)]],
  ['forbidden', [withStatus(401)]],
  ['forbidden', [withStatus(403)]],
  ['fault', [withStatus(500)]],
  ['fault', [withStatus(429)]],
  ['cors', [undefined, withStatus(200)]],
  ['unreachable', [undefined, undefined]],
  ['manifest', [withStatus(200, '#EXTM3U and nothing that follows')]],
  ['page', [withStatus(200, '\n<!DOCTYPE html><title>Sign in</title>')]],
])('[SY29] a list that is %s', async (problem, answers) => {
  expect(await found(elsewhere, 'manifest', answers)).toBe(problem);
});

test('[SY29] a file that is a web page, and one that the browser does not know', async () => {
  expect(await found('http://media.test/a.mp4', 'file', [withStatus(206, '<html lang="en">')])).toBe('page');
  expect(await found('http://media.test/a.mp4', 'file', [withStatus(206, 'RIFF')])).toBe('format');
});

test('[SY29] what the player saw itself is not asked for again', async () => {
  expect(await found(elsewhere, 'manifest', [], 403)).toBe('forbidden');
});

test.each([
  ['proxy.url_expired', 403, 'expired'],
  ['proxy.upstream_denied', 502, 'forbidden'],
  ['proxy.upstream_missing', 404, 'not_found'],
  ['proxy.upstream_failed', 502, 'fault'],
  ['proxy.bad_manifest', 502, 'manifest'],
  ['proxy.private_address', 403, 'private'],
  ['proxy.unreachable', 502, 'unreachable'],
  ['some.other', 404, 'not_found'],
])('[SY29] the reason %s of this server, whatever status the player saw', async (code, status, problem) => {
  expect(await found(ownPath, 'script', [withStatus(status, JSON.stringify({ code }))], status)).toBe(problem);
});

test('[SY41] this server is away, which is no fault of the film', async () => {
  expect(await found(ownPath, 'script', [undefined])).toBe('network');
  expect(await found(ownPath, 'script', [withStatus(502, 'Bad Gateway')], 502)).toBe('network');
});

test('[SY29] without permission of the other server nobody knows whether it is missing or of another format', async () => {
  expect(await found('http://media.test/a.mp4', 'file', [undefined, withStatus(200)])).toBe('unknown');
});

test('[SY29] an address without encryption on a page with it', async () => {
  vi.stubGlobal('location', new URL('https://matinee.test/r/room_1'));
  expect(await diagnose('http://media.test/a.mp4', 'file')).toBe('mixed');
});

test('[SY29] a device without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await found(elsewhere, 'manifest', [])).toBe('offline');
});
