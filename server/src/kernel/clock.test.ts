import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { nextTurn, pause } from './clock.ts';
import { isOrigin } from './origin.ts';

/** A pause, and whether it is over. */
function makePause(delayMs: number, signal?: AbortSignal) {
  const clock = new FakeClock();
  const state = { isOver: false };
  void pause(clock, delayMs, signal).then(() => {
    state.isOver = true;
  });
  return { clock, state };
}

test('a pause is over after its time, not before', async () => {
  const { clock, state } = makePause(100);
  clock.advance(99);
  await nextTurn();
  expect(state.isOver).toBe(false);
  clock.advance(1);
  await nextTurn();
  expect(state.isOver).toBe(true);
});

test('a pause is over as soon as its signal aborts, and leaves no timer', async () => {
  const abort = new AbortController();
  const { clock, state } = makePause(100, abort.signal);
  abort.abort();
  await nextTurn();
  expect(state.isOver).toBe(true);
  expect(clock.pending).toBe(0);
});

test('with a signal that has aborted there is no pause, and no timer', async () => {
  const { clock, state } = makePause(100, AbortSignal.abort());
  await nextTurn();
  expect(state.isOver).toBe(true);
  expect(clock.pending).toBe(0);
});

test.each([
  'https://example.org',
  'http://localhost:5173',
  'https://example.org:8443',
  'https://xn--bcher-kva.example',
  'http://[::1]:8080',
])('%s is an origin', (value) => {
  expect(isOrigin(value)).toBe(true);
});

test.each([
  'https://example.org/',
  'https://example.org/path',
  'https://example.org:443',
  'http://example.org:80',
  'https://EXAMPLE.org',
  'https://anna@example.org',
  'https://*.example.org',
  'ftp://example.org',
  'file:///etc',
  'null',
  'example.org',
  '*',
  '',
])('%j is no origin as browsers send it', (value) => {
  expect(isOrigin(value)).toBe(false);
});
