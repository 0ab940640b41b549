/** The newest segments of a stream, and the playlist that names them (RFC 8216, sections 4.3 and 6.2.2). Pure but for its memory. [LS32] [LS33] */
import type { Segment } from './segmenter.ts';

/** Segments that the playlist names. Players keep three behind the newest, and the room's place is four behind. */
const listed = 8;
/** Segments that are still there when the playlist names them no more, for players that are slow. */
const kept = 12;
/** Of one stream in memory. Large segments make the window shorter, and never less than `fewest`. */
const maxBytes = 48 * 1_048_576;
const fewest = 2;

export class SegmentWindow {
  #segments: Segment[] = [];
  #discontinuities = 0;
  #targetSeconds = 1;
  #isEnded = false;

  get isEmpty(): boolean {
    return this.#segments.length === 0;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
    this.#targetSeconds = Math.max(this.#targetSeconds, Math.round(segment.durationSeconds));
    while (this.#segments.length > kept || (this.#segments.length > fewest && this.bytes > maxBytes)) {
      const { isDiscontinuity } = this.#segments.shift()!;
      if (isDiscontinuity) this.#discontinuities += 1;
    }
  }

  find(number: number): Segment | undefined {
    return this.#segments.find((segment) => segment.number === number);
  }

  /** Nothing more comes. */
  end(): void {
    this.#isEnded = true;
  }

  /** `uriOf` gives the address of a segment. */
  playlist(uriOf: (segment: Segment) => string): string {
    const shown = this.#segments.slice(-listed);
    const before = this.#segments.slice(0, this.#segments.length - shown.length);
    const passed = this.#discontinuities + before.filter(({ isDiscontinuity }) => isDiscontinuity).length;
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${this.#targetSeconds}`,
      `#EXT-X-MEDIA-SEQUENCE:${shown[0]?.number ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${passed}`,
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...shown.flatMap((segment) => linesOf(segment, uriOf(segment))),
      ...(this.#isEnded ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }
}

function linesOf({ durationSeconds, dateMs, isDiscontinuity }: Segment, uri: string): string[] {
  return [
    ...(isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(dateMs).toISOString()}`,
    `#EXTINF:${durationSeconds.toFixed(3)},`,
    uri,
  ];
}
