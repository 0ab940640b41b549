const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/**
 * Bytes in the largest unit that leaves at least one before the point: "1.4 GB". `digits`: number of digits shown, to
 * distinguish two similar sizes. Pure. [WU3]
 */
export function readableBytes(bytes: number, language: string, digits?: number): string {
  let step = 0;
  let value = bytes;
  // A value that rounds to a thousand becomes one of the next unit.
  for (; Math.round(value) >= 1000 && step < byteUnits.length - 1; step++) value /= 1000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[step]!,
    // In English, the short form of "bytes" is "byte", also in the plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    ...(digits ? { maximumSignificantDigits: digits } : { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }),
  }).format(value);
}

/** A duration in its two largest units: "3 days, 4 hr". Pure. [WU3] */
export function readableDuration(seconds: number, language: string): string {
  const parts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor((seconds % 86_400) / 3_600)],
    ['minute', Math.floor((seconds % 3_600) / 60)],
    ['second', Math.floor(seconds % 60)],
  ] as const;
  const first = parts.findIndex(([, value]) => value > 0);
  const shown = (first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)).filter(
    ([, value], index) => index === 0 || value > 0,
  );
  const texts = shown.map(([unit, value]) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
  );
  return new Intl.ListFormat(language, { style: 'narrow', type: 'unit' }).format(texts);
}

/** Milliseconds with as many digits as are significant. Pure. [WU3] */
export function readableMs(ms: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits: ms < 10 ? 1 : 0,
  }).format(ms);
}
