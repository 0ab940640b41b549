import type { MessageInitShape } from '@bufbuild/protobuf';
import type { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Tx } from '../../../store/database.ts';

/** The pictures of an item, as in `Media`. */
export type ItemPictures = Partial<
  Pick<MessageInitShape<typeof MediaSchema>, 'thumbnail' | 'cover' | 'uploadedThumbnail'>
>;

/** An item that begins to play. */
export interface BegunItem {
  readonly mediaId: string;
  readonly playlistId: string;
  readonly name: string;
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
  readonly pictures: ItemPictures;
}

/** Where an item was when it ended. */
export interface EndedItem {
  readonly positionSeconds: number;
  readonly durationSeconds: number | null;
}

/** That another item plays than before, or none any more. */
export interface ItemChange {
  readonly atMs: number;
  /** Undefined: none played. */
  readonly ended: EndedItem | undefined;
  /** Undefined: none plays. */
  readonly begun: BegunItem | undefined;
  /** Who did it; null: the server. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly actorDisplayName: string;
}

/** Writes down what rooms play, in the transaction that changes it. */
export interface HistoryKeeper {
  keep(tx: Tx, roomId: string, change: ItemChange): void | Promise<void>;
}
