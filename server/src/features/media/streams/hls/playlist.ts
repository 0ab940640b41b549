/**
 * The playlist of a stream (RFC 8216, sections 4.3 and 6.2.2), with parts of segments for a small delay (RFC 8216bis,
 * "HTTP Live Streaming 2nd Edition"). It never has the tag `EXT-X-INDEPENDENT-SEGMENTS`: a later segment may begin
 * without a key frame, and a playlist may not lose a tag (section 6.2.1). Pure. [LS32] [LS33] [LS37] [LS38]
 */
import type { ListedSegment } from '../past/past.ts';
import { type Part, partTargetMs, type SegmentStart } from './segmenter.ts';
import type { WindowView } from './window.ts';

/** Target durations at the end of a playlist whose parts are listed (RFC 8216bis, section 4.4.4.9). */
const partsForTargets = 3;
/** Least distance of players from the end, in target durations and parts (sections 4.4.3.7 and 4.4.3.8). */
const holdBack = 3;
/** Target durations that are never left out (section 4.4.3.8: CAN-SKIP-UNTIL). */
const skipsBefore = 6;

export interface PlaylistForm {
  /** The address of a segment, or of a part of it. */
  readonly uriOf: (segment: SegmentStart, part?: number) => string;
  /** The address of an init segment. */
  readonly initUriOf: (initNumber: number) => string;
  /** False: whole segments alone, for players that know no parts. */
  readonly hasParts: boolean;
  /** True: the reader has the older segments already. */
  readonly skips?: boolean;
}

export function playlistOf(view: WindowView, form: PlaylistForm): string {
  const { targetSeconds, segments, growing, next, isEnded } = view;
  const skipped = form.hasParts && form.skips ? countSkipped(view) : 0;
  const partsFrom = form.hasParts ? firstWithParts(view) : Number.POSITIVE_INFINITY;
  const { uriOf } = form;
  const listed = segments.slice(skipped);
  const lines = listed.flatMap((segment, at) => [
    ...startOf(segment, listed[at - 1], form),
    ...(segment.number >= partsFrom ? partsOf(segment, form) : []),
    `#EXTINF:${segment.durationSeconds.toFixed(3)},`,
    uriOf(segment),
  ]);
  const growingLines = growing ? [...startOf(growing, listed.at(-1), form), ...partsOf(growing, form)] : [];
  const nextSegment = growing ?? segments.at(-1);
  const hint = next && nextSegment && uriOf({ ...nextSegment, number: next.number }, next.index);
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${versionOf(view, form)}`,
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    ...(form.hasParts ? controls(targetSeconds) : []),
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${view.discontinuities}`,
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...lines,
    ...(form.hasParts ? growingLines : []),
    ...(form.hasParts && hint ? [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hint}"`] : []),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

/** RFC 8216bis, section 8: `EXT-X-SKIP` needs version 9, and `EXT-X-MAP` version 6. */
function versionOf({ segments }: WindowView, { hasParts }: PlaylistForm): number {
  if (hasParts) return 9;
  return segments.some(({ initNumber }) => initNumber !== undefined) ? 6 : 3;
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

/** `before`: the segment in front of it in the list. */
function startOf(segment: SegmentStart, before: SegmentStart | undefined, form: PlaylistForm): string[] {
  const { dateMs, isDiscontinuity, initNumber } = segment;
  const hasOtherInit = initNumber !== undefined && initNumber !== before?.initNumber;
  return [
    ...(isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(hasOtherInit ? [`#EXT-X-MAP:URI="${form.initUriOf(initNumber)}"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(dateMs).toISOString()}`,
  ];
}

function partsOf(segment: SegmentStart & { readonly parts: readonly Part[] }, form: PlaylistForm): string[] {
  return segment.parts.map(({ durationSeconds, index, isIndependent }) => {
    const independent = isIndependent ? ',INDEPENDENT=YES' : '';
    return `#EXT-X-PART:DURATION=${durationSeconds.toFixed(3)},URI="${form.uriOf(segment, index)}"${independent}`;
  });
}

/** Seconds from the end of each segment to the end of the playlist. */
function distances({ segments, growing }: WindowView): { readonly segment: ListedSegment; readonly seconds: number }[] {
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
