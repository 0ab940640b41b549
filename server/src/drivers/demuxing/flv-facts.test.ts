import { expect, test } from 'vitest';
import { readFlvHead } from './flv-facts.ts';

const header = Buffer.from([...Buffer.from('FLV'), 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/** A header, and these numbers in the middle of metadata. */
function withNumbers(numbers: Readonly<Record<string, number>>): Buffer {
  const properties = Object.entries(numbers).map(([name, number]) => {
    const value = Buffer.alloc(9);
    value.writeDoubleBE(number, 1);
    return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), value]);
  });
  return Buffer.concat([header, Buffer.from('onMetaData'), ...properties, header]);
}
const withDuration = (duration: number) => withNumbers({ duration });

test('[MP5] the length of FLV is that of its metadata; none, 0 and what is cut off are no length', () => {
  expect(readFlvHead(withDuration(61.5))).toEqual({ isFlv: true, durationSeconds: 61.5, tracks: [] });
  for (const bytes of [header, withDuration(0), withDuration(Number.NaN), withDuration(5).subarray(0, 40)])
    expect(readFlvHead(bytes)).toEqual({ isFlv: true, durationSeconds: undefined, tracks: [] });
});

test('what is no FLV is told so, and nothing breaks it', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('<!doctype html>'), withDuration(5).subarray(1)])
    expect(readFlvHead(bytes)).toEqual({ isFlv: false, durationSeconds: undefined, tracks: [] });
});

test('[MP5] the codecs of FLV are those that its metadata number', () => {
  const { tracks } = readFlvHead(withNumbers({ videocodecid: 2, width: 320, height: 180, audiocodecid: 10 }));
  expect(tracks).toMatchObject([
    { kind: 'video', codec: 'flv1', width: 320, height: 180 },
    { kind: 'audio', codec: 'aac' },
  ]);
  expect(readFlvHead(withNumbers({ videocodecid: 99, audiocodecid: 0 })).tracks).toMatchObject([{ codec: '' }]);
});
