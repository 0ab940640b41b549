/**
 * The newest segments of a stream, and their playlist (RFC 8216, sections 4.3 and 6.2.2). It never has the tag
 * `EXT-X-INDEPENDENT-SEGMENTS`: a later segment may begin without a key frame, and a playlist may not lose a tag
 * (section 6.2.1). Pure but for its memory.
 * [LS32] [LS33]
 */
import { mostMs, type Segment } from './segmenter.ts';

/** Segments in the playlist. Players stay three behind the newest, and the room's position is four behind. */
const listed = 8;
/** Segments in memory: slow players still load them after they have left the playlist. */
const kept = 12;
/** Most bytes of one stream in memory. Large segments shorten the window, but never below `fewest`. */
const maxBytes = 48 * 1_048_576;
const fewest = 2;
/** A shorter first segment, in seconds, says little about later ones: an encoder begins anew at each scene. */
const tellingSeconds = 1.5;

export class SegmentWindow {
  #segments: Segment[] = [];
  #discontinuities = 0;
  /** Set when the playlist is first read: it must not change (RFC 8216, section 4.3.3.1). */
  #targetSeconds: number | undefined;
  #isEnded = false;

  /** True until the duration of segments is known. */
  get isEmpty(): boolean {
    const [first, second] = this.#segments;
    if (first === undefined) return true;
    return second === undefined && !this.#isEnded && first.durationSeconds < tellingSeconds;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** Longest segment that fits the playlist, in milliseconds: rounded, it is the target duration. */
  get mostMs(): number {
    return this.#targetSeconds === undefined ? mostMs : Math.min(mostMs, this.#targetSeconds * 1_000 + 450);
  }

  /** Bits per second of the segments in memory: of the largest one, and on average. Undefined: there are none. */
  get bitsPerSecond(): { readonly peak: number; readonly average: number } | undefined {
    if (this.#segments.length === 0) return undefined;
    const seconds = this.#segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const rates = this.#segments.map(({ bytes, durationSeconds }) => (bytes.length * 8) / durationSeconds);
    return { peak: Math.ceil(Math.max(...rates)), average: Math.ceil((this.bytes * 8) / seconds) };
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
    while (this.#segments.length > kept || (this.#segments.length > fewest && this.bytes > maxBytes)) {
      const { isDiscontinuity } = this.#segments.shift()!;
      if (isDiscontinuity) this.#discontinuities += 1;
    }
  }

  find(number: number): Segment | undefined {
    return this.#segments.find((segment) => segment.number === number);
  }

  /** No more segments come. */
  end(): void {
    this.#isEnded = true;
  }

  /** `uriOf` gives the address of a segment. */
  playlist(uriOf: (segment: Segment) => string): string {
    this.#targetSeconds ??= Math.max(1, ...this.#segments.map(({ durationSeconds }) => Math.round(durationSeconds)));
    const shown = this.#segments.slice(-listed);
    const before = this.#segments.slice(0, this.#segments.length - shown.length);
    const passed = this.#discontinuities + before.filter(({ isDiscontinuity }) => isDiscontinuity).length;
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${this.#targetSeconds}`,
      `#EXT-X-MEDIA-SEQUENCE:${shown[0]?.number ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${passed}`,
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
