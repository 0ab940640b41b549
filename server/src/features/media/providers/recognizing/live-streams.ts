import type { DirectUrlSource } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Probed } from '../probing.ts';

/** Content types of live streams: MPEG-TS and FLV. */
const liveTypes = /^video\/(?:x-flv|flv|mp2t|mpegts?)\b/i;

/**
 * Whether a plain address is a live stream of FLV or MPEG-TS: its server states no length and no ranges, or does not
 * respond to HEAD, unlike file servers. [LPX1]
 */
export function isLiveStream(
  { headers, subtitles, alternatives }: Pick<DirectUrlSource, 'headers' | 'subtitles' | 'alternatives'>,
  format: MediaFormat,
  { probe: { status = 0, contentType = '', acceptsRanges, sizeBytes } }: Probed,
): boolean {
  // A live source has no headers, subtitles or alternatives, so these would be lost.
  if (Object.keys(headers).length + subtitles.length + alternatives.length > 0) return false;
  if (format === MediaFormat.FLV && (status === 405 || status === 501)) return true;
  return status === 200 && liveTypes.test(contentType) && sizeBytes === undefined && acceptsRanges !== true;
}
