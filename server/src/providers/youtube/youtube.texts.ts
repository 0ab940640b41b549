/** YouTube's text formats: durations and chapters. */

/**
 * Seconds of a duration in ISO 8601, `PT1H2M3S`, `P1DT2H`; undefined for anything else, and for the `P0D` of live
 * streams. Pure.
 */
export function readDuration(text: string): number | undefined {
  const match = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})S)?)?$/.exec(text);
  if (!match) return undefined;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as number[];
  return days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds! || undefined;
}

export interface NamedTime {
  readonly startSeconds: number;
  readonly name: string;
}

/**
 * Fewest chapters that YouTube accepts, and the shortest chapter in seconds
 * (support.google.com/youtube/answer/9884579).
 */
const [fewest, shortestSeconds] = [3, 10];
/** Most chapters read from one description. */
const most = 500;

/**
 * Chapters in the description: lines with a time and a name, from 00:00 on, at least three, at least ten seconds each.
 * Otherwise there are no chapters, as on YouTube. Pure.
 */
export function readChapters(description: string, durationSeconds: number | undefined): readonly NamedTime[] {
  const chapters = description.split('\n', 5_000).flatMap(readLine).slice(0, most);
  const ends = [
    ...chapters.slice(1).map(({ startSeconds }) => startSeconds),
    durationSeconds ?? Number.POSITIVE_INFINITY,
  ];
  const areLongEnough = chapters.every(({ startSeconds }, i) => ends[i]! - startSeconds >= shortestSeconds);
  return chapters.length >= fewest && chapters[0]!.startSeconds === 0 && areLongEnough ? chapters : [];
}

function readLine(line: string): readonly NamedTime[] {
  const match = /^\s{0,20}[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[)\]]?(?!\d)(.{1,300})/.exec(line);
  if (!match) return [];
  const [, hours = '0', minutes = '0', seconds = '0', rest = ''] = match;
  const name = rest.replace(/^[\s–—:|-]+/, '').trim();
  if (name === '') return [];
  return [{ startSeconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), name }];
}
