import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GroupCache } from './group-cache.ts';
import { readTag, type Tag } from './tag.ts';

/** Bytes that come in one piece, as from a socket. */
const frame = (isKey: boolean, ms: number, length: number): Tag => {
  const payload = Buffer.alloc(5 + length, ms % 251);
  Buffer.of(isKey ? 0x17 : 0x27, 1, 0, 0, 0).copy(payload);
  return readTag({ track: 'video', ms, payload });
};

test('[LS22] what a viewer got stays as it was, whatever comes after it', () => {
  const frames = fc.array(fc.tuple(fc.boolean(), fc.nat(90_000), fc.boolean()), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(frames, (all) => {
      const cache = new GroupCache();
      let group: Tag[] = [];
      const got: (readonly [readonly Tag[], readonly Tag[]])[] = [];
      for (const [ms, [isKey, length, isRead]] of all.entries()) {
        const tag = frame(isKey, ms, length);
        if (isKey) group = [];
        if (isKey || group.length > 0) group.push(tag);
        cache.add(tag, true);
        if (isRead) got.push([cache.tags, [...group]]);
      }
      got.push([cache.tags, group]);
      for (const [tags, expected] of got) if (!isSame(tags, expected)) throw new Error('a group became another one');
    }),
    { numRuns: 60 },
  );
});

function isSame(some: readonly Tag[], others: readonly Tag[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ ms, track, payload }, at) => {
      const other = others[at]!;
      return ms === other.ms && track === other.track && payload.equals(other.payload);
    })
  );
}

test('[LS22] more than 8 MiB without a key frame is not kept', () => {
  const cache = new GroupCache();
  cache.add(frame(true, 0, 1_000), true);
  for (let ms = 1; ms < 10; ms += 1) cache.add(frame(false, ms, 1_048_576), true);
  expect(cache.tags).toEqual([]);
  cache.add(frame(true, 10, 1_000), true);
  expect(cache.tags).toHaveLength(1);
});
