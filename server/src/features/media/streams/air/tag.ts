import { type AudioTag, readAudioTag, readVideoTag, type VideoTag } from '../../../../drivers/rtmp/av-tags.ts';

/** One message of a stream on the air, read once for all readers. */
export type Tag = {
  /** Milliseconds since the first frame of the stream. */
  readonly ms: number;
  /** The bytes as they came. */
  readonly payload: Buffer;
} & ({ readonly track: 'video'; readonly media: VideoTag } | { readonly track: 'audio'; readonly media: AudioTag });

/** Reads a message as another part of the server passes it on. @throws RtmpError */
export function readTag({ track, ms, payload }: Pick<Tag, 'track' | 'ms' | 'payload'>): Tag {
  return track === 'video'
    ? { track, ms, payload, media: readVideoTag(payload) }
    : { track, ms, payload, media: readAudioTag(payload) };
}

/** Whether a reader may begin here: at a key frame, or anywhere if the stream has sound alone. */
export function isRandomAccessPoint({ track, media }: Tag, hasVideo: boolean): boolean {
  if (media.kind !== 'frame') return false;
  return track === 'video' ? media.isKey : !hasVideo;
}
