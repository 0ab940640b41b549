import type { AudioTag, VideoTag } from '../../../../drivers/rtmp/av-tags.ts';

/** One message of a stream on the air, read once for all who get it. */
export type Tag = {
  /** From the first frame of the stream. */
  readonly ms: number;
  /** As it came. */
  readonly payload: Buffer;
} & ({ readonly track: 'video'; readonly media: VideoTag } | { readonly track: 'audio'; readonly media: AudioTag });

/** True where a reader may begin: at a key frame, and in a stream of sound alone anywhere. */
export function isEntrance({ track, media }: Tag, hasVideo: boolean): boolean {
  if (media.kind !== 'frame') return false;
  return track === 'video' ? media.isKey : !hasVideo;
}
