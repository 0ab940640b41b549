import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { OutboundWindow } from './outbound-window.ts';

/** A reader of frames, who reads when the test says so. */
class Reader {
  readonly #window: OutboundWindow;
  readonly #waiting: number[] = [];

  constructor(outboundFrames: number, outboundBytes = 1_000_000) {
    this.#window = new OutboundWindow({ ...defaultLimits, outboundFrames, outboundBytes });
  }

  get buffered(): number {
    return this.#waiting.reduce((sum, bytes) => sum + bytes, 0);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  send(bytes: number): boolean {
    const isAdmitted = this.#window.admit(bytes, this.buffered);
    if (isAdmitted) this.#waiting.push(bytes);
    return isAdmitted;
  }

  read(count = Number.POSITIVE_INFINITY): void {
    this.#waiting.splice(0, count);
  }
}

const sendAll = (reader: Reader, sizes: readonly number[]) => sizes.map((bytes) => reader.send(bytes));

test('[RT10] the first frame finds nobody waiting, and so many more can wait, but not one more', () => {
  const reader = new Reader(4);
  expect(sendAll(reader, [10, 10, 10, 10, 10, 10])).toEqual([true, true, true, true, true, false]);
});

test('[RT10] a reader that reads on can always be sent more', () => {
  const reader = new Reader(4);
  sendAll(reader, [10, 10, 10, 10]);
  for (let n = 0; n < 100; n++) {
    reader.read(1);
    expect(reader.send(n + 1)).toBe(true);
  }
});

test('[RT10] after all was read the window begins anew', () => {
  const reader = new Reader(4);
  for (let round = 0; round < 3; round++) {
    expect(sendAll(reader, [100, 1, 1, 1, 1])).toEqual([true, true, true, true, true]);
    reader.read();
  }
  expect(sendAll(reader, [1, 100, 100, 100, 100, 1])).toEqual([true, true, true, true, true, false]);
});

test('[RT10] the limit of bytes is exact, and counts for a reader who has something waiting', () => {
  const reader = new Reader(4, 100);
  expect(reader.send(500)).toBe(true);
  reader.read();
  reader.send(40);
  expect(reader.send(61)).toBe(false);
  expect(reader.send(60)).toBe(true);
  expect(reader.send(1)).toBe(false);
});

test('[RT10] no reader who has fewer frames waiting than the limit is refused, and none who has more is admitted', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ send: fc.integer({ min: 1, max: 50 }) }) },
    { weight: 2, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 2 }) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 200 }), (steps) => {
      const reader = new Reader(8);
      for (const one of steps) {
        const { waiting } = reader;
        if ('read' in one) reader.read(one.read);
        else if (reader.send(one.send)) expect(waiting).toBeLessThanOrEqual(8);
        else expect(waiting).toBeGreaterThanOrEqual(8);
      }
    }),
  );
});
