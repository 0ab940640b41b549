import { makeStore } from '../../../client/store.ts';
import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/**
 * Whether loud and quiet parts of films are equally loud for this person. Stored on the device: it depends on the room
 * that it is in, and on its loudspeakers. [WEL1]
 */
export const evenLoudness = makeStoredChoice<'on' | 'off'>('matinee.evenLoudness', (stored) =>
  stored === 'on' ? 'on' : 'off',
);

/** True while nothing can be heard of sound on its way through the page before the person taps. [WEL2] */
export const isEvenSoundRefused = makeStore(false);

/**
 * Why the sound that plays cannot be changed: its site gives it to no page, or the browser cannot do it; undefined: it
 * can. [WEL4]
 */
export const evenObstacle = makeStore<'site' | 'browser' | undefined>(undefined);

/** How much later than the picture sound is heard on its way through the page, in milliseconds. [WEL3] */
export const soundLagMs = makeStore(0);
