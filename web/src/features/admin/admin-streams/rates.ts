import type { ActiveStream } from '@matinee/contract/gen/api.ts';

/** Most figures that are kept of a stream: five minutes of one every five seconds. */
const mostKept = 60;

/** The bit rates of each stream since the page was opened, by the id of its generation, oldest first. */
export type Rates = ReadonlyMap<string, readonly number[]>;

/** Adds the current figures. Drops the history of streams that ended or have no figures. Pure. [WAT4] */
export function withRates(before: Rates, streams: readonly ActiveStream[]): Rates {
  return new Map(
    streams.flatMap(({ stream, facts }) => {
      if (!stream || !facts) return [];
      const { generation_id: id } = stream;
      return [[id, [...(before.get(id) ?? []), facts.bits_per_second].slice(-mostKept)] as const];
    }),
  );
}

/** A line through the figures, for an SVG of that size; empty with fewer than two. Its top is the highest one. Pure. */
export function pointsOf(rates: readonly number[], width: number, height: number): string {
  if (rates.length < 2) return '';
  const highest = Math.max(...rates, 1);
  const step = width / (mostKept - 1);
  const start = width - step * (rates.length - 1);
  return rates.map((rate, place) => `${round(start + place * step)},${round(height * (1 - rate / highest))}`).join(' ');
}

const round = (value: number) => Math.round(value * 10) / 10;
