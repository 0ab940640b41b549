/** The episode that a name denotes, and the position of the mark in the name. */
export interface EpisodeMark {
  /** Where in the name it begins, and where it ends. */
  readonly from: number;
  readonly to: number;
  readonly season?: number;
  /** The first episode, and the last one where the file has several. */
  readonly first?: number;
  readonly last?: number;
  /** Date of an episode of a daily series, like `2024-03-15`. */
  readonly date?: string;
}

/** Ways to write an episode, the surest first. None begins or ends within a word. */
const forms: readonly RegExp[] = [
  // S01E02, S01E02E03, S01E02-E03, s1 e2
  /(?<![\p{L}\p{N}])s(?<season>\d{1,4})[ .]?ep?(?<first>\d{1,4})(?:[ -]{0,3}e(?<last>\d{1,4})|-(?<end>\d{1,3}))?(?![\p{L}\p{N}])/iu,
  // 1x02, 1x02-03
  /(?<![\p{L}\p{N}])(?<season>\d{1,2})x(?<first>\d{2,3})(?:-(?:\d{1,2}x)?(?<last>\d{2,3}))?(?![\p{L}\p{N}])/iu,
  // Season 1 Episode 2, Staffel 1 Folge 2, Temporada 1 Capítulo 2, Сезон 1 Серия 2
  /(?<![\p{L}\p{N}])(?:season|series|staffel|saison|temporada|сезон) ?(?<season>\d{1,2})[ ,·-]{1,3}(?:episode|ep|folge|épisode|episodio|episódio|capítulo|серия|эпизод)[ .]{0,2}(?<first>\d{1,4})(?![\p{L}\p{N}])/iu,
  // 1 сезон 2 серия
  /(?<![\p{L}\p{N}])(?<season>\d{1,2}) сезон[ ,-]{1,3}(?<first>\d{1,4}) (?:серия|эпизод)(?![\p{L}\p{N}])/iu,
  // 第1季第2集, 第2期 第3話
  /第(?<season>\d{1,2})[季期部] ?第(?<first>\d{1,4})[集話话回]/u,
  // 第2話, 第12集
  /第(?<first>\d{1,4})[集話话回]/u,
  // Folge 2, серия 2; " - Episode 2"
  /(?<![\p{L}\p{N}])(?:folge|серия) (?<first>\d{1,4})(?![\p{L}\p{N}])/iu,
  / - (?:episode|ep|épisode|episodio|episódio|capítulo)[ .]{0,2}(?<first>\d{1,4})(?![\p{L}\p{N}])/iu,
  // 2024.03.15, 2024-03-15
  /(?<![\p{L}\p{N}])(?<year>(?:19|20)\d\d)[-. ](?<month>\d\d)[-. ](?<day>\d\d)(?![\p{L}\p{N}])/u,
];

/** " - 07", " - 07v2", " - 01-02": only if the name starts with a group in brackets, as in fan releases. */
const bareNumber = / - (?<first>\d{1,4})(?:v\d)?(?:[-~](?<last>\d{1,4}))?(?:v\d)?(?= |\[|\(|$)/u;

/** Finds the episode in a name with words separated by blanks. Undefined: it names none. Pure. */
export function findEpisode(name: string, isOfFans: boolean): EpisodeMark | undefined {
  for (const form of isOfFans ? [...forms, bareNumber] : forms) {
    const match = form.exec(name);
    const mark = match && markOf(match);
    if (mark) return mark;
  }
  return undefined;
}

function markOf(match: RegExpExecArray): EpisodeMark | undefined {
  const { season, first, last, end, year, month, day } = match.groups ?? {};
  const place = { from: match.index, to: match.index + match[0].length };
  if (year !== undefined) {
    const date = `${year}-${month}-${day}`;
    const at = new Date(`${date}T00:00:00Z`);
    // A day that no calendar has is another number.
    return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : { ...place, date };
  }
  const firstNumber = Number(first);
  const lastNumber = Number(last ?? end ?? first);
  return {
    ...place,
    ...(season === undefined ? {} : { season: Number(season) }),
    first: firstNumber,
    ...(lastNumber > firstNumber ? { last: lastNumber } : {}),
  };
}
