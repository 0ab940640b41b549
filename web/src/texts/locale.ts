/** The first of `wanted`, in the order of the reader's browser, that is a kind of `language`; else that itself. Pure. [WT5] */
export function localeOf(language: string, wanted: readonly string[]): string {
  return wanted.find((locale) => locale.split('-', 1)[0]?.toLowerCase() === language) ?? language;
}
