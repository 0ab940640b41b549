/**
 * The playlist of a stream (RFC 8216, sections 4.3 and 6.2.2), with parts of segments for a small delay (RFC 8216bis,
 * "HTTP Live Streaming 2nd Edition"). It never has the tag `EXT-X-INDEPENDENT-SEGMENTS`: a later segment may begin
 * without a key frame, and a playlist may not lose a tag (section 6.2.1). Pure. [LS32] [LS33] [LS37] [LS38]
 */
import { type Part, partTargetMs, type Segment, type SegmentStart } from './segmenter.ts';
import type { WindowView } from './window.ts';

/** Target durations at the end of a playlist whose parts are listed (RFC 8216bis, section 4.4.4.9). */
const partsForTargets = 3;
/** Least distance of players from the end, in target durations and parts (sections 4.4.3.7 and 4.4.3.8). */
const holdBack = 3;
/** Target durations that are never left out (section 4.4.3.8: CAN-SKIP-UNTIL). */
const skipsBefore = 6;

export interface PlaylistForm {
  /** The address of a segment, or of a part of it. */
  readonly uriOf: (number: number, part?: number) => string;
  /** False: whole segments alone, for players that know no parts. */
  readonly hasParts: boolean;
  /** True: the reader has the older segments already. */
  readonly skips?: boolean;
}

export function playlistOf(view: WindowView, form: PlaylistForm): string {
  const { targetSeconds, segments, growing, next, isEnded } = view;
  const skipped = form.hasParts && form.skips ? countSkipped(view) : 0;
  const partsFrom = form.hasParts ? firstWithParts(view) : Number.POSITIVE_INFINITY;
  const lines = segments
    .slice(skipped)
    .flatMap((segment) => [
      ...startOf(segment),
      ...(segment.number >= partsFrom ? partsOf(segment, form) : []),
      `#EXTINF:${segment.durationSeconds.toFixed(3)},`,
      form.uriOf(segment.number),
    ]);
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${form.hasParts ? 9 : 3}`,
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    ...(form.hasParts ? controls(targetSeconds) : []),
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${view.discontinuities}`,
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...lines,
    ...(form.hasParts && growing ? [...startOf(growing), ...partsOf(growing, form)] : []),
    ...(form.hasParts && next ? [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${form.uriOf(next.number, next.index)}"`] : []),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

function controls(targetSeconds: number): string[] {
  const target = partTargetMs / 1_000;
  const server = [
    'CAN-BLOCK-RELOAD=YES',
    `CAN-SKIP-UNTIL=${(skipsBefore * targetSeconds).toFixed(1)}`,
    `HOLD-BACK=${(holdBack * targetSeconds).toFixed(1)}`,
    `PART-HOLD-BACK=${(holdBack * target).toFixed(3)}`,
  ];
  return [`#EXT-X-SERVER-CONTROL:${server.join()}`, `#EXT-X-PART-INF:PART-TARGET=${target.toFixed(3)}`];
}

function startOf({ dateMs, isDiscontinuity }: SegmentStart): string[] {
  return [
    ...(isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(dateMs).toISOString()}`,
  ];
}

function partsOf({ number, parts }: SegmentStart & { readonly parts: readonly Part[] }, form: PlaylistForm): string[] {
  return parts.map(({ durationSeconds, index, isIndependent }) => {
    const independent = isIndependent ? ',INDEPENDENT=YES' : '';
    return `#EXT-X-PART:DURATION=${durationSeconds.toFixed(3)},URI="${form.uriOf(number, index)}"${independent}`;
  });
}

/** Seconds from the end of each segment to the end of the playlist. */
function distances({ segments, growing }: WindowView): { readonly segment: Segment; readonly seconds: number }[] {
  let seconds = growing?.parts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? 0;
  const found = segments.toReversed().map((segment) => {
    const distance = { segment, seconds };
    seconds += segment.durationSeconds;
    return distance;
  });
  return found.reverse();
}

function countSkipped(view: WindowView): number {
  return distances(view).filter(({ seconds }) => seconds > skipsBefore * view.targetSeconds).length;
}

/** The number of the first segment that ends within the last target durations. */
function firstWithParts(view: WindowView): number {
  const near = distances(view).find(({ seconds }) => seconds < partsForTargets * view.targetSeconds);
  return near?.segment.number ?? Number.POSITIVE_INFINITY;
}
