/** What the catalogue says of a film or an episode, as it is stored. */
export interface CataloguedFilm {
  readonly title: string;
  /** Of an episode. */
  readonly seriesTitle?: string;
  readonly year?: number;
  readonly runtimeMinutes?: number;
  /** What it is about, by language (ISO 639-1). */
  readonly overviews: Readonly<Record<string, string>>;
  /** Where its page is. */
  readonly pageUrl: string;
  /** Where its poster is. */
  readonly posterUrl?: string;
}

/** What it is about, in the language of this tag (BCP 47), or else in English. Pure. [FCA2] */
export function overviewIn({ overviews }: CataloguedFilm, tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-', 1);
  return overviews[language] ?? overviews['en'] ?? '';
}
