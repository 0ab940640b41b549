import { makeKept } from '../../../../ui/kept.ts';

/** What one press moves the sound by, in milliseconds: two offsets that differ by less are hard to tell apart. */
export const soundStepMs = 50;
/** The farthest that the sound can be moved, in milliseconds. Wireless headphones lag by 100 to 300. */
export const mostSoundOffsetMs = 1_000;

/** How much later than the picture this person hears the film, in milliseconds; negative: earlier. Kept with the device, as headphones are. [SY46] */
export const soundOffset = makeKept<number>('matinee.soundOffset', (stored) => clampOffset(Number(stored ?? 0)));

/** The nearest offset that can be chosen; 0 for what is no number. */
export function clampOffset(ms: number): number {
  if (!Number.isFinite(ms)) return 0;
  const clamped = Math.max(-mostSoundOffsetMs, Math.min(mostSoundOffsetMs, ms));
  return Math.round(clamped / soundStepMs) * soundStepMs || 0;
}
