import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MadeBytes } from './made-bytes.ts';
import { PartMemory } from './part-memory.ts';
import { SegmentBytes } from './segment-bytes.ts';

const part = (memory: PartMemory, length: number, fill: number) =>
  new MadeBytes(
    memory.keep([Buffer.alloc(length, fill)]),
    (source) => Buffer.from(source),
    (kept) => memory.giveBack(kept),
  );
const isAll = (bytes: Buffer, length: number, fill: number) => bytes.equals(Buffer.alloc(length, fill));

test('[LS88] what a part is made of stays as it is for as long as anybody needs it, in memory that is used again', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom('lend', 'read', 'forget')));
  fc.assert(
    fc.property(lengths, (all) => {
      const memory = new PartMemory();
      const lent: { pieces: readonly Buffer[]; length: number; fill: number; giveBack(): void }[] = [];
      for (const [at, [length, use]] of all.entries()) {
        const fill = at % 256;
        const segment = new SegmentBytes([part(memory, length, fill), part(memory, 10, fill)]);
        if (use === 'lend') lent.push({ ...segment.lend(), length: length + 10, fill });
        if (use !== 'forget' && !isAll(segment.bytes, length + 10, fill)) throw new Error('a part became another one');
        segment.forget();
        for (const one of lent)
          if (!isAll(Buffer.concat(one.pieces), one.length, one.fill)) throw new Error('what was lent was used again');
        if (at % 3 === 0) lent.shift()?.giveBack();
      }
    }),
    { numRuns: 50 },
  );
});

test('[LS88] the same memory serves one part after the other', () => {
  const memory = new PartMemory();
  const buffers = new Set<ArrayBufferLike>();
  for (let at = 0; at < 100; at += 1) {
    const kept = memory.keep([Buffer.alloc(90_000, at)]);
    for (const { buffer } of kept) buffers.add(buffer);
    memory.giveBack(kept);
  }
  expect(buffers.size).toBe(3);
});
