const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size with enough digits to tell two copies apart, `1.42 GB`. For other sizes there is `readableBytes`. Pure. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  // In English the short form is "byte" also for several bytes.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: units[power]!, unitDisplay, maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1_000 ** power);
}
