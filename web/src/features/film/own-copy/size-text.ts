const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size with the digits that tell two copies apart, `1.42 GB`; for other sizes there is `readableBytes`. Pure. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  // The short form of a byte is "byte" in English, also of many.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: units[power]!, unitDisplay, maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1_000 ** power);
}
