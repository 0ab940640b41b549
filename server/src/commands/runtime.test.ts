import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';
import { prepareRuntime } from './runtime.ts';

prepareRuntime();

test.each(['', 'room_06gvth026lobld3ir3unpo23bg', 'Grüße, こんにちは 😀', '\uFEFFmark', '\u0000', 'lone \uD800 half'])(
  '%j is encoded as the standard says',
  (text) => {
    const written = new BinaryWriter().string(text).finish();
    const bytes = new TextEncoder().encode(text);
    expect(Buffer.from(written)).toEqual(Buffer.from([bytes.length, ...bytes]));
    expect(new BinaryReader(written).string()).toBe(new TextDecoder().decode(bytes));
  },
);

test('texts longer than the shared memory of small buffers are encoded whole', () => {
  const text = 'é'.repeat(10_000);
  expect(new BinaryReader(new BinaryWriter().string(text).finish()).string()).toBe(text);
});
