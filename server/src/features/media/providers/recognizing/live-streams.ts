import type { DirectUrlSource } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Probed } from '../probing.ts';

/** Types of content that live streams have; MPEG-TS and FLV of unknown length. */
const liveTypes = /^video\/(?:x-flv|flv|mp2t|mpegts?)\b/i;

/**
 * Whether a plain address is a live stream of FLV or MPEG-TS: its server tells no length and lets nobody seek, or does
 * not answer to a question without a body, as servers of files do. [LPX1]
 */
export function isLiveStream(
  { headers, subtitles, alternatives }: Pick<DirectUrlSource, 'headers' | 'subtitles' | 'alternatives'>,
  format: MediaFormat,
  { probe: { status = 0, contentType = '', acceptsRanges, sizeBytes } }: Probed,
): boolean {
  // What people have added to a film is lost for a live stream.
  if (Object.keys(headers).length + subtitles.length + alternatives.length > 0) return false;
  if (format === MediaFormat.FLV && (status === 405 || status === 501)) return true;
  return status === 200 && liveTypes.test(contentType) && sizeBytes === undefined && acceptsRanges !== true;
}
