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
    const near = zoomed(photo, firstCrop(photo), 2);
    expect(partOf(photo, near)).toMatchObject({ left: 1250, top: 750 });
    expect(partOf(photo, moved(photo, near, 0.1, -0.2))).toMatchObject({ left: 1400, top: 450 });
    expect(partOf(photo, moved(photo, near, 9, 9))).toMatchObject({ left: 2500, top: 1500 });
    expect(partOf(photo, moved(photo, near, -9, -9))).toMatchObject({ left: 0, top: 0 });
  });

  test.each([
    ['a large one eightfold', photo, 0, 8],
    ['a small one until 96 of its pixels are left', { picture: { width: 240, height: 400 }, aspect: 1 }, 0, 2.5],
    ['one that is turned by the width that it has then', { picture: { width: 240, height: 480 }, aspect: 2 }, 1, 5],
    ['a tiny one not at all', { picture: { width: 64, height: 64 }, aspect: 1 }, 0, 1],
  ])('[WPC2] is enlarged, %s', (_, framed, turns, most) => {
    expect(maxZoom(framed, turns)).toBe(most);
    const crop = { ...firstCrop(framed), turns };
    expect([zoomed(framed, crop, 100).zoom, zoomed(framed, crop, 0.1).zoom]).toEqual([most, 1]);
  });

  test('[WPC2] zooms where the pointer is, else at its middle', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const point = fc.record({ x: share, y: share });
    const zoom = fc.double({ min: 1, max: 20, noNaN: true });
    fc.assert(
      fc.property(point, zoom, zoom, fc.option(point, { nil: undefined }), (place, first, further, pointer) => {
        const crop = zoomed(photo, firstCrop(photo), Math.min(first, further), place);
        const at = pointer ?? { x: 0.5, y: 0.5 };
        const [before, after] = [crop, zoomed(photo, crop, Math.max(first, further), pointer)].map((held) => {
          const { left, top, width, height } = partOf(photo, held);
          return [left + at.x * width, top + at.y * height] as const;
        });
        expect(after![0]).toBeCloseTo(before![0], 6);
        expect(after![1]).toBeCloseTo(before![1], 6);
      }),
    );
    const back = zoomed(photo, zoomed(photo, firstCrop(photo), 2), 0.1, { x: 0, y: 0 });
    expect(partOf(photo, back)).toMatchObject({ left: 1000, top: 0, width: 3000 });
  });

  test('[WPC2] four turns are none', () => {
    let crop = moved(photo, zoomed(photo, firstCrop(photo), 3), 0.2, -0.1);
    const before = crop;
    crop = turnedRight(photo, crop);
    expect([crop.x, crop.y]).toEqual([3000 - before.y, before.x]);
    expect([crop.turns, turnedRight(photo, crop).turns]).toEqual([1, 2]);
    for (let i = 0; i < 3; i += 1) crop = turnedRight(photo, crop);
    expect(crop).toEqual(before);
  });

  test('[WPC2] a turn that allows less zoom still ends within the picture', () => {
    const small = { picture: { width: 240, height: 480 }, aspect: 2 };
    const lying = zoomed(small, turnedRight(small, firstCrop(small)), 5, { x: 0, y: 0 });
    const standing = turnedRight(small, lying);
    expect([lying.zoom, standing.zoom]).toEqual([5, 2.5]);
    expect(partOf(small, standing)).toMatchObject({ left: 144, width: 96, height: 48 });
  });

  test('[WPC2] never leaves the picture', () => {
    // Small pictures allow less zoom. Turning a picture changes how much.
    const size = fc.oneof(fc.integer({ min: 64, max: 800 }), fc.integer({ min: 64, max: 9000 }));
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
        expect(crop.zoom).toBeGreaterThanOrEqual(1);
        expect(crop.zoom).toBeLessThanOrEqual(maxZoom(framed, crop.turns));
        expect(part.left).toBeGreaterThan(-1e-6);
        expect(part.top).toBeGreaterThan(-1e-6);
        expect(part.left + part.width).toBeLessThan(w + 1e-6);
        expect(part.top + part.height).toBeLessThan(h + 1e-6);
        expect(part.width / part.height).toBeCloseTo(aspect, 6);
      }),
    );
  });
});
