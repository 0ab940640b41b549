import { expect, test } from 'vitest';
import { readFlvHead } from './flv-facts.ts';

const header = Buffer.from([...Buffer.from('FLV'), 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/** A header, and the property `duration` in the middle of metadata. */
function withDuration(seconds: number): Buffer {
  const value = Buffer.alloc(9);
  value.writeDoubleBE(seconds, 1);
  return Buffer.concat([
    header,
    Buffer.from('onMetaData'),
    Buffer.from([0, 8]),
    Buffer.from('duration'),
    value,
    header,
  ]);
}

test('[MP5] the length of FLV is that of its metadata; none, 0 and what is cut off are no length', () => {
  expect(readFlvHead(withDuration(61.5))).toEqual({ isFlv: true, durationSeconds: 61.5 });
  for (const bytes of [header, withDuration(0), withDuration(Number.NaN), withDuration(5).subarray(0, 40)])
    expect(readFlvHead(bytes)).toEqual({ isFlv: true, durationSeconds: undefined });
});

test('what is no FLV is told so, and nothing breaks it', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('<!doctype html>'), withDuration(5).subarray(1)])
    expect(readFlvHead(bytes)).toEqual({ isFlv: false, durationSeconds: undefined });
});
