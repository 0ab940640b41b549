import { expect, test } from 'vitest';
import { type Voice, voiceAfter } from './speaking.ts';

/** Whether the person speaks after each level. Levels are 100 ms apart. */
function heard(levels: readonly number[]): readonly boolean[] {
  let voice: Voice | undefined;
  return levels.map((level, index) => {
    voice = voiceAfter(voice, level, index * 100);
    return voice.isSpeaking;
  });
}

test('[WVO9] somebody speaks once they are loud, and on through what is not quite as loud', () => {
  expect(heard([0, 0.02, 0.05])).toEqual([false, false, true]);
  expect(heard([0.05, ...Array(10).fill(0.02)]).at(-1)).toBe(true);
});

test('[WVO9] a pause between words is shorter than half a second; after that they are silent until they are loud again', () => {
  expect(heard([0.1, 0, 0, 0, 0, 0, 0, 0.02, 0.05])).toEqual([true, true, true, true, true, false, false, false, true]);
});
