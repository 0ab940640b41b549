import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Tx } from '../../../store/database.ts';

/** The pictures of an item, as in `Media`. */
export type ItemPictures = Partial<
  Pick<MessageInitShape<typeof MediaSchema>, 'thumbnail' | 'cover' | 'uploadedThumbnail'>
>;

/** An item that starts to play. */
export interface BegunItem {
  readonly mediaId: string;
  readonly playlistId: string;
  readonly name: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
  readonly pictures: ItemPictures;
}

/** The position of an item when it ended. */
export interface EndedItem {
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
}

/** A change of the playing item to another one, or to none. */
export interface ItemChange {
  readonly atMs: number;
  /** Undefined: none played. */
  readonly ended: EndedItem | undefined;
  /** Undefined: none plays. */
  readonly begun: BegunItem | undefined;
  /** The user who changed it; null: the server. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly actorDisplayName: string;
}

/** Records what rooms play, in the transaction that changes it. */
export interface HistoryKeeper {
  keep(tx: Tx, roomId: string, change: ItemChange): void | Promise<void>;
}
