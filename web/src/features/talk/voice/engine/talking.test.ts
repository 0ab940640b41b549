import { afterEach, expect, test } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { talkMode } from '../choices.ts';
import type { Microphone, MicrophoneState } from './microphone.ts';
import { makeTalking } from './talking.ts';

afterEach(() => talkMode.set('open'));

function begin() {
  const heard: boolean[] = [];
  const microphone: Microphone = {
    state: makeStore<MicrophoneState>({ is: 'on' }),
    track: makeStore<MediaStreamTrack | null>({} as MediaStreamTrack),
    open: async () => {},
    letThrough: (isOn) => void (heard.at(-1) !== isOn && heard.push(isOn)),
    level: () => 0,
    close: () => {},
  };
  const talking = makeTalking(
    () => microphone,
    async () => {},
  );
  talking.begin();
  return { talking, heard };
}

test('[WVO10] somebody who holds a key to talk is heard while they hold it', () => {
  const { talking, heard } = begin();
  expect(heard).toEqual([true]);
  talkMode.set('push');
  talking.setHeld(true);
  talking.setHeld(false);
  expect(heard).toEqual([true, false, true, false]);
  talkMode.set('open');
  expect(heard.at(-1)).toBe(true);
});

test('[WVO10] a microphone that is off stays so whatever is held', () => {
  const { talking, heard } = begin();
  talkMode.set('push');
  talking.setMuted(true);
  talking.setHeld(true);
  expect(heard).toEqual([true, false]);
  talking.end();
  expect(talking.isHeld.get()).toBe(false);
});

test('[WVO10] whoever switches the microphone off has let go, and is not heard once it is on again', () => {
  const { talking, heard } = begin();
  talkMode.set('push');
  talking.setHeld(true);
  talking.setMuted(true);
  talking.setMuted(false);
  expect([heard.at(-1), talking.isHeld.get()]).toEqual([false, false]);
});
