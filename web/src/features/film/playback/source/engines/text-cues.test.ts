import { expect, test } from 'vitest';
import { makeTextCues } from './text-cues.ts';

const cue = (n: number, text = `text ${n}`) => ({ start: n, end: n + 1, text });

test('[SY82] a cue that two segments bring is kept once', () => {
  const cues = makeTextCues();
  let changes = 0;
  cues.store.subscribe(() => {
    changes += 1;
  });
  cues.add([cue(1), cue(2)]);
  cues.add([cue(2), cue(3)]);
  cues.add([cue(3)]);
  expect(cues.store.get()).toEqual([cue(1), cue(2), cue(3)]);
  expect(changes).toBe(2);
  cues.add([cue(3, 'another at the same time')]);
  expect(cues.store.get()).toHaveLength(4);
});

test('[SY82] another track begins with nothing', () => {
  const cues = makeTextCues();
  cues.add([cue(1)]);
  cues.clear();
  expect(cues.store.get()).toEqual([]);
  cues.add([cue(1)]);
  expect(cues.store.get()).toEqual([cue(1)]);
});

test('[SY82] a stream that goes on for hours keeps the newest 2 000 cues', () => {
  const cues = makeTextCues();
  for (let n = 0; n < 2_500; n++) cues.add([cue(n)]);
  expect(cues.store.get()).toHaveLength(2_000);
  expect(cues.store.get()[0]).toEqual(cue(500));
  // What went may come again, when somebody goes back.
  cues.add([cue(3)]);
  expect(cues.store.get().at(-1)).toEqual(cue(3));
});
