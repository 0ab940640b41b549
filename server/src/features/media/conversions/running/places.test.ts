import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makePlaces } from './places.ts';

const picture = { kind: 'video', isCopy: false } as const;
const never = new AbortController().signal;

test('[CV9] pictures wait for a place, light work does not wait for pictures', async () => {
  const places = makePlaces(new FakeClock(), { heavy: 1, light: 1 });
  const free = await places.take(picture, never);
  let isTurn = false;
  const waiting = places.take(picture, never).then((end) => {
    isTurn = true;
    return end;
  });
  await places.take({ kind: 'video', isCopy: true }, never);
  expect({ isTurn, taken: places.taken, waiting: places.waiting }).toEqual({ isTurn: false, taken: 2, waiting: 1 });
  free();
  free();
  await waiting;
  expect(places.taken).toBe(2);
  expect(places.waiting).toBe(0);
});

test('[CV9] a place that is freed belongs to who waits, and not to who comes at the same moment', async () => {
  const places = makePlaces(new FakeClock(), { heavy: 1, light: 1 });
  const free = await places.take(picture, never);
  const waiting = places.take(picture, never);
  free();
  const coming = places.take(picture, never);
  const freeNext = await waiting;
  expect([places.taken, places.waiting]).toEqual([1, 1]);
  freeNext();
  await coming;
  expect([places.taken, places.waiting]).toEqual([1, 0]);
});

test('[CV9] who waits too long is told so, and so is who leaves; neither takes a place', async () => {
  const clock = new FakeClock();
  const places = makePlaces(clock, { heavy: 1, light: 1 });
  const free = await places.take(picture, never);
  const late = places.take(picture, never);
  clock.advance(15_000);
  await expect(late).rejects.toMatchObject({ reason: 'conversions.busy' });
  const leaving = new AbortController();
  const gone = places.take(picture, leaving.signal);
  leaving.abort();
  await expect(gone).rejects.toMatchObject({ reason: 'conversions.busy' });
  free();
  expect(places.taken).toBe(0);
  await places.take(picture, never);
});
