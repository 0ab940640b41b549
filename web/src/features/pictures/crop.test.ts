import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Crop, type Framed, firstCrop, maxZoom, moved, partOf, turnedRight, zoomed } from './crop.ts';

const photo: Framed = { picture: { width: 4000, height: 3000 }, aspect: 1 };

describe('the part of a picture', () => {
  test('[WPC2] is the middle at first, as much as fits', () => {
    expect(partOf(photo, firstCrop(photo))).toEqual({ left: 500, top: 0, width: 3000, height: 3000 });
    const wide = { ...photo, aspect: 16 / 9 };
    expect(partOf(wide, firstCrop(wide))).toEqual({ left: 0, top: 375, width: 4000, height: 2250 });
  });

  test('[WPC2] moves until the edge', () => {
    expect(moved(photo, firstCrop(photo), 0.1, 0).x).toBe(2300);
    expect(partOf(photo, moved(photo, firstCrop(photo), 9, 9))).toMatchObject({ left: 1000, top: 0 });
  });

  test('[WPC2] zooms where the pointer is', () => {
    const crop = zoomed(photo, firstCrop(photo), 2, { x: 0, y: 1 });
    expect(partOf(photo, crop)).toEqual({ left: 500, top: 1500, width: 1500, height: 1500 });
    expect(zoomed(photo, crop, 100).zoom).toBe(maxZoom(photo, 0));
    expect(zoomed(photo, crop, 0.1).zoom).toBe(1);
  });

  test('[WPC2] four turns are none', () => {
    let crop = moved(photo, zoomed(photo, firstCrop(photo), 3), 0.2, -0.1);
    const before = crop;
    crop = turnedRight(photo, crop);
    expect([crop.x, crop.y]).toEqual([3000 - before.y, before.x]);
    for (let i = 0; i < 3; i += 1) crop = turnedRight(photo, crop);
    expect(crop).toEqual(before);
  });

  test('[WPC2] never leaves the picture', () => {
    const size = fc.integer({ min: 64, max: 9000 });
    const share = fc.double({ min: -3, max: 3, noNaN: true });
    const change = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), x: share, y: share }),
      fc.record({ kind: fc.constant('zoom' as const), x: share, y: share }),
      fc.constant({ kind: 'turn' as const, x: 0, y: 0 }),
    );
    fc.assert(
      fc.property(size, size, fc.constantFrom(1, 16 / 9), fc.array(change), (width, height, aspect, changes) => {
        const framed = { picture: { width, height }, aspect };
        const crop = changes.reduce((held: Crop, { kind, x, y }) => {
          if (kind === 'turn') return turnedRight(framed, held);
          return kind === 'move' ? moved(framed, held, x, y) : zoomed(framed, held, held.zoom + x, { x: 0.3, y: 0.9 });
        }, firstCrop(framed));
        const part = partOf(framed, crop);
        const [w, h] = crop.turns % 2 ? [height, width] : [width, height];
        expect(part.left).toBeGreaterThan(-1e-6);
        expect(part.top).toBeGreaterThan(-1e-6);
        expect(part.left + part.width).toBeLessThan(w + 1e-6);
        expect(part.top + part.height).toBeLessThan(h + 1e-6);
        expect(part.width / part.height).toBeCloseTo(aspect, 6);
      }),
    );
  });
});
