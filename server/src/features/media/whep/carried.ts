/** Which live streams WebRTC carries to viewers. Pure. [WHE3] */
import type { LiveStream } from '../streams/air/live-stream.ts';

/** Why a stream is not sent by WHEP. */
export type WhepFault = 'other_codec' | 'out_of_order' | 'no_converter';

/** Baseline, main and high (H.264, annex A.2), which viewers may offer to decode. */
const profiles: ReadonlySet<number> = new Set([66, 77, 100]);

/** Undefined: it is carried. `canConvert`: there is an ffmpeg that makes Opus of AAC. */
export function whepFault(
  stream: Pick<LiveStream, 'facts' | 'beginning' | 'videoConfig'>,
  canConvert: boolean,
): WhepFault | undefined {
  const { video, audio } = stream.facts;
  const isCarried = audio === undefined || audio === 'opus' || audio === 'aac';
  if (video !== 'h264' || !isCarried || !profiles.has(profileOf(stream))) return 'other_codec';
  // RTP has one time for each picture: the one at which it is shown, in the order of decoding.
  const isOrdered = stream.beginning.every(({ track, media }) => track === 'audio' || media.compositionMs === 0);
  if (!isOrdered) return 'out_of_order';
  return audio === 'aac' && !canConvert ? 'no_converter' : undefined;
}

/** The profile of the picture (`AVCProfileIndication`, ISO/IEC 14496-15, section 5.3.3.1); 0: not known yet. */
export function profileOf({ videoConfig }: Pick<LiveStream, 'videoConfig'>): number {
  return videoConfig?.media.data[1] ?? 0;
}
