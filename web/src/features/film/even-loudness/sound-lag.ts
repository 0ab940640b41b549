/** Sound that is later than the picture is not noticed up to about this, in milliseconds (ITU-R BT.1359-1: 125). */
const unnoticedMs = 80;
/** Measured values differ by less than this from one another, in milliseconds. */
const noiseMs = 30;
/** The limiter looks ahead by this (Web Audio §1.19.4), in milliseconds. */
const limiterMs = 6;

/**
 * How much later sound is heard that went through the page, in milliseconds; 0: not noticeably. Browsers delay the
 * picture for loudspeakers that lag, such as wireless headphones, but not for sound on this way. `told` is the last
 * answer. Pure. [WEL3]
 */
export function lagOf(context: Pick<AudioContext, 'baseLatency' | 'outputLatency'>, told: number): number {
  const { baseLatency, outputLatency = 0 } = context;
  const lagMs = (baseLatency + outputLatency) * 1_000 + limiterMs;
  if (told !== 0 && Math.abs(lagMs - told) < noiseMs) return told;
  return lagMs < unnoticedMs ? 0 : Math.round(lagMs / 10) * 10;
}
