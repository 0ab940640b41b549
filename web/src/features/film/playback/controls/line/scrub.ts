/** How far each key moves, in seconds. Page keys move by a minute. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** The place that `key` moves to from `position`, in seconds; undefined for other keys. */
export function keyTarget(key: string, position: number, duration: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = steps[key];
  return step === undefined ? undefined : clamp(position + step, duration);
}

/** The place on the line that is `x` pixels from its left end, in seconds. */
export function secondsAt(x: number, width: number, duration: number): number {
  return clamp((x / width) * duration, duration);
}

/** `seconds` as a share of the line, for CSS. 0% when the duration is unknown. */
export function partOf(seconds: number, duration: number): string {
  return `${duration > 0 ? clamp((seconds / duration) * 100, 100) : 0}%`;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
