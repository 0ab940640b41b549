import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** The voice choices of the person at this device. None of them is sent. [WVO14] */

const onOff = (key: string, otherwise: 'on' | 'off') =>
  makeStoredChoice<'on' | 'off'>(key, (stored) => (stored === 'on' || stored === 'off' ? stored : otherwise));

/** Ids of devices as the browser names them to this page; empty: the default one. */
export const microphoneId = makeStoredChoice<string>('matinee.voice.microphone', (stored) => stored ?? '');
export const speakerId = makeStoredChoice<string>('matinee.voice.speaker', (stored) => stored ?? '');

export const noiseSuppression = onOff('matinee.voice.noiseSuppression', 'on');
export const echoCancellation = onOff('matinee.voice.echoCancellation', 'on');

/**
 * `open`: the microphone is on unless the person switches it off. `push`: it is on while a key or the button is held.
 */
export const talkMode = makeStoredChoice<'open' | 'push'>('matinee.voice.talkMode', (stored) =>
  stored === 'push' ? 'push' : 'open',
);

/** The key that is held to talk, as `KeyboardEvent.code`: the same place on every layout. */
export const talkKey = makeStoredChoice<string>('matinee.voice.talkKey', (stored) => stored ?? 'KeyV');

/** How much quieter the film is while a person speaks. */
export const duckings = ['off', 'little', 'much'] as const;
export type Ducking = (typeof duckings)[number];
export const filmDucking = makeStoredChoice<Ducking>(
  'matinee.voice.ducking',
  (stored) => duckings.find((choice) => choice === stored) ?? 'little',
);
/** The part of the film's volume that is left then. */
export const duckedShare: Readonly<Record<Ducking, number>> = { off: 1, little: 0.5, much: 0.2 };

/** Tones when a person joins or leaves. */
export const tones = onOff('matinee.voice.tones', 'on');
