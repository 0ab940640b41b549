/** The segments of a DASH template (ISO/IEC 23009-1, sections 5.3.9.4 and 5.3.9.6). Pure. */
import { maxRead } from './storyboard.ts';

type Attributes = Readonly<Record<string, string>>;

export interface Template {
  readonly attributes: Attributes;
  /** The `S` elements of its timeline. */
  readonly timeline: readonly Attributes[];
  /** Values of the variables that are the same for all segments. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Segment {
  /** The address from the template. */
  readonly address: string;
  /** From the start of the period. */
  readonly startSeconds: number;
  readonly seconds: number;
}

/** The segments of a period that lasts `periodSeconds`. */
export function segmentsOf(template: Template, periodSeconds: number): Segment[] {
  const { attributes, timeline, values } = template;
  const media = attributes['media'] ?? '';
  const timescale = whole(attributes['timescale']) || 1;
  const offset = whole(attributes['presentationTimeOffset']) ?? 0;
  const first = whole(attributes['startNumber']) ?? 1;
  const end = periodSeconds * timescale;
  const times = timeline.length > 0 ? timesOf(timeline, offset + end) : evenTimes(attributes, offset, end);
  if (!/\$(?:Number|Time)/.test(media)) return [];
  return times
    .map(({ time, length }, i) => ({
      address: fill(media, { ...values, Number: String(first + i), Time: String(time) }),
      startSeconds: (time - offset) / timescale,
      seconds: length / timescale,
    }))
    .filter(({ startSeconds, seconds }) => startSeconds >= 0 && startSeconds < periodSeconds && seconds > 0);
}

interface Time {
  readonly time: number;
  readonly length: number;
}

function evenTimes(attributes: Attributes, offset: number, end: number): Time[] {
  const length = whole(attributes['duration']) ?? 0;
  if (length === 0) return [];
  const count = Math.min(maxRead, Math.ceil(end / length));
  return Array.from({ length: count }, (_, i) => ({ time: offset + i * length, length }));
}

/** A negative `r` repeats up to the next element, or the end. */
function timesOf(timeline: readonly Attributes[], end: number): Time[] {
  const times: Time[] = [];
  let time = 0;
  for (const [i, { t, d, r = '0' }] of timeline.entries()) {
    const length = whole(d) ?? 0;
    time = whole(t) ?? time;
    if (length === 0) break;
    const until = whole(timeline[i + 1]?.['t']) ?? end;
    const repeats = r.startsWith('-') ? Math.ceil((until - time) / length) : (whole(r) ?? 0) + 1;
    for (let n = 0; n < repeats && times.length < maxRead; n += 1, time += length) times.push({ time, length });
  }
  return times;
}

/** Replaces `$Number%05d$` and the like, and `$$`. Unknown variables stay, as in players. */
function fill(media: string, values: Readonly<Record<string, string>>): string {
  return media.replace(/\$(?:(\w+)(?:%0(\d{1,2})d)?)?\$/g, (given, name: string | undefined, width = '0') => {
    if (name === undefined) return '$';
    return Object.hasOwn(values, name) ? values[name]!.padStart(Number(width), '0') : given;
  });
}

function whole(text: string | undefined): number | undefined {
  const value = Number(/^\d{1,15}$/.exec(text ?? '')?.[0] ?? Number.NaN);
  return Number.isNaN(value) ? undefined : value;
}
