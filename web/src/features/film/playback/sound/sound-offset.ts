import { makeStoredChoice } from '../../../../ui/stored-choice.ts';

/** How far one press moves the sound, in milliseconds. People can hardly hear a smaller difference. */
export const soundStepMs = 50;
/** Largest offset of the sound, in milliseconds. Wireless headphones lag by 100 to 300. */
export const mostSoundOffsetMs = 1_000;

/**
 * How much later than the picture this person hears the film, in milliseconds; negative: earlier. Stored on the device,
 * because headphones belong to it. [SY46]
 */
export const soundOffset = makeStoredChoice<number>('matinee.soundOffset', (stored) =>
  clampOffset(Number(stored ?? 0)),
);

/** The nearest offset that can be chosen; 0 if `ms` is not a number. */
export function clampOffset(ms: number): number {
  if (!Number.isFinite(ms)) return 0;
  const clamped = Math.max(-mostSoundOffsetMs, Math.min(mostSoundOffsetMs, ms));
  return Math.round(clamped / soundStepMs) * soundStepMs || 0;
}
