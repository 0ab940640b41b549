/**
 * The first locale of `wanted`, in the browser's order, that is a variant of `language`; else `language`. Pure. [WT5]
 */
export function localeOf(language: string, wanted: readonly string[]): string {
  return wanted.find((locale) => locale.split('-', 1)[0]?.toLowerCase() === language) ?? language;
}
