/** The catalogue's stored facts about a film or an episode. */
export interface CataloguedFilm {
  readonly title: string;
  /** For an episode. */
  readonly seriesTitle?: string;
  readonly year?: number;
  readonly runtimeMinutes?: number;
  /** Summaries by language (ISO 639-1). */
  readonly overviews: Readonly<Record<string, string>>;
  /** The address of its page. */
  readonly pageUrl: string;
  /** The address of its poster. */
  readonly posterUrl?: string;
}

/** The summary in the language of a BCP 47 tag, or else in English. Pure. [FCA2] */
export function overviewIn({ overviews }: CataloguedFilm, tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-', 1);
  return overviews[language] ?? overviews['en'] ?? '';
}
