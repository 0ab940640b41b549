import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, leftOf, makeLanes, type Place } from './lanes.ts';

const field = { laneCount: 4, width: 800, crossing: 8, standing: 4 };
const box = (width: number, mode: Box['mode'] = 'scroll', lanes = 1): Box => ({ width, lanes, mode });

test('[WDK1] a comment follows in the lane of another one once that is in the picture', () => {
  const lanes = makeLanes({ ...field, laneCount: 1 });
  expect(lanes.place(0, box(200))).toMatchObject({ lane: 0, velocity: 125 });
  // 200 pixels and the gap take 1.8 seconds.
  expect(lanes.place(1.7, box(200))).toBeUndefined();
  expect(lanes.place(1.8, box(200))).toMatchObject({ lane: 0 });
});

test('[WDK1] a longer comment is faster, and waits until it cannot reach the one before it', () => {
  const lanes = makeLanes({ ...field, laneCount: 1 });
  lanes.place(0, box(100));
  expect(lanes.place(2, box(700))).toBeUndefined();
  expect(lanes.place(3.8, box(700))).toMatchObject({ velocity: 187.5 });
});

test('[WDK1] comments stand from the edge that they want, and never in the way of others', () => {
  const lanes = makeLanes(field);
  expect(lanes.place(0, box(100, 'top'))?.lane).toBe(0);
  expect(lanes.place(0, box(100, 'bottom'))?.lane).toBe(3);
  expect(lanes.place(1, box(100))?.lane).toBe(1);
  expect(lanes.place(1, box(100, 'top'))?.lane).toBe(2);
  expect(lanes.place(1, box(100, 'bottom'))).toBeUndefined();
  expect(lanes.place(4, box(100, 'bottom'))?.lane).toBe(3);
  expect(lanes.place(5, box(900, 'top'))).toBeUndefined();
});

test('[WDK1] a large comment needs lanes side by side', () => {
  const lanes = makeLanes(field);
  expect(lanes.place(0, box(100, 'scroll', 2))?.lane).toBe(0);
  expect(lanes.place(0, box(100, 'scroll', 3))).toBeUndefined();
  expect(lanes.place(0, box(100, 'scroll', 2))?.lane).toBe(2);
  expect(makeLanes({ ...field, laneCount: 1 }).place(0, box(100, 'top', 2))).toBeUndefined();
});

test('[WDK1] whatever comes, no two comments cover one another at any time', () => {
  const boxes = fc.record({
    after: fc.double({ min: 0, max: 2, noNaN: true }),
    width: fc.integer({ min: 5, max: 900 }),
    mode: fc.constantFrom('scroll' as const, 'scroll' as const, 'top' as const, 'bottom' as const),
    lanes: fc.integer({ min: 1, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 40 }), (comments) => {
      const lanes = makeLanes(field);
      const placed: { place: Place; width: number; height: number }[] = [];
      let at = 0;
      for (const { after, ...comment } of comments) {
        at += after;
        const place = lanes.place(at, comment);
        if (place) placed.push({ place, width: comment.width, height: comment.lanes });
      }
      for (const [index, a] of placed.entries()) for (const b of placed.slice(0, index)) expectApart(a, b);
    }),
  );
});

interface Placed {
  readonly place: Place;
  readonly width: number;
  readonly height: number;
}

/** Both move evenly, so it is enough to check the start and end of the time in which both are shown. */
function expectApart(a: Placed, b: Placed): void {
  if (a.place.lane >= b.place.lane + b.height || b.place.lane >= a.place.lane + a.height) return;
  const from = Math.max(a.place.startsAt, b.place.startsAt);
  const to = Math.min(a.place.endsAt, b.place.endsAt);
  if (from >= to) return;
  for (const at of [from, (from + to) / 2, to]) {
    const [left, other] = [a, b].map(({ place, width }) => leftOf(place, width, field.width, at)) as [number, number];
    expect(left + a.width <= other + 1e-6 || other + b.width <= left + 1e-6).toBe(true);
  }
}
