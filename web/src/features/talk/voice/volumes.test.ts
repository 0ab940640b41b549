import { expect, test } from 'vitest';
import { loudnessOf, withLoudness } from './volumes.ts';

const usual = { volume: 1, isMuted: false };

test('[WVO11] how loud somebody is stays on this device; whoever is as loud as usual takes no place', () => {
  const quieter = withLoudness('[]', 'usr_1', { volume: 0.4, isMuted: false });
  const both = withLoudness(quieter, 'usr_2', { volume: 1, isMuted: true });
  expect(loudnessOf(both, 'usr_1')).toEqual({ volume: 0.4, isMuted: false });
  expect(loudnessOf(both, 'usr_2')).toEqual({ volume: 1, isMuted: true });
  expect(loudnessOf(both, 'usr_3')).toEqual(usual);
  expect(withLoudness(withLoudness(both, 'usr_1', usual), 'usr_2', usual)).toBe('[]');
});

test('[WVO11] the 200 people who were changed last are remembered', () => {
  let kept = '[]';
  for (let number = 0; number < 201; number++)
    kept = withLoudness(kept, `usr_${number}`, { volume: 0.5, isMuted: false });
  expect(loudnessOf(kept, 'usr_0')).toEqual(usual);
  expect(loudnessOf(kept, 'usr_1').volume).toBe(0.5);
  expect(loudnessOf(kept, 'usr_200').volume).toBe(0.5);
});

test.each(['', 'nonsense', '{}', '[[1,2,3]]', '[["usr_1",7,false]]', 'null'])(
  '[WVO11] %j on the device says nothing',
  (kept) => {
    expect(loudnessOf(kept, 'usr_1')).toEqual(usual);
  },
);
