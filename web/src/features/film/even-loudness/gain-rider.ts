import { type Loudness, silenceLufs } from './loudness-meter.ts';

/**
 * How loud films are, in LUFS: what AES TD1008 recommends for speech that is streamed. Broadcasts have -23 (EBU R 128),
 * which is too quiet for the loudspeakers of phones and laptops.
 */
export const targetLufs = -18;
/** Differences up to this, in LU, stay: they are the film's own. */
export const leftLu = 2;
/** Limits of the gain, in dB. More would bring up the noise of a recording. */
const mostGainDb = 15;
const leastGainDb = -24;
/** How fast the gain changes, in dB a second: down before a loud sound is over, up without being noticed. */
const downDbPerSecond = 60;
const upDbPerSecond = 4;
/** Pauses stay quiet: what is quieter than this, in LUFS, and by this much quieter than the film so far, in LU. */
const pauseLufs = -50;
const pauseLu = -20;

/** The gain that follows `gainDb` after `seconds`, so that loud parts become quieter and quiet ones louder. Pure. */
export function nextGain(gainDb: number, loudness: Loudness, seconds: number): number {
  const { momentary, shortTerm, integrated } = loudness;
  const highest = targetLufs + leftLu - momentary;
  if (gainDb > highest) return Math.max(leastGainDb, highest, gainDb - downDbPerSecond * seconds);
  if (momentary < Math.max(silenceLufs, Math.min(pauseLufs, integrated + pauseLu))) return gainDb;
  // A loud sound still counts for a while: between two shots nothing is brought up.
  const lowest = targetLufs - leftLu - Math.max(momentary, shortTerm);
  if (gainDb < lowest) return Math.min(mostGainDb, lowest, gainDb + upDbPerSecond * seconds);
  return gainDb;
}
