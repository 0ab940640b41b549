import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Media, MediaSource } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaybackSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';

export type PlaybackInit = Exclude<MessageInitShape<typeof PlaybackSchema>, { $typeName: string }>;

/** What other features may ask about the sources of media. */
export interface Sources {
  /** What is wrong with a source. */
  check(source: MediaSource): readonly FieldViolation[];
  /** A name for an item that was added without one. */
  nameOf(source: MediaSource): string;
  /** From where an item plays, as far as it is known without asking its upstream. The same for every viewer. */
  playbackOf(roomId: string, media: Media): PlaybackInit;
}
