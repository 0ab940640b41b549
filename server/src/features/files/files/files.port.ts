import type { RoomPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import { fileKinds, objectPath } from './kinds.ts';
import { planVariants } from './pictures/variant-plan.ts';

/** URL path of an attachment's bytes, without a token. */
export function attachmentPath(fileId: string): string {
  return objectPath(fileKinds.chat_attachment, fileId);
}

/** An attachment as the whole room sees it. Stored messages contain a list of these as JSON. */
export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** In base64. */
  readonly waveform: string | null;
  /** For processed pictures, in base64. */
  readonly thumbhash: string | null;
  readonly frames: number | null;
}

/** Smaller versions of an attached picture, as paths without a token. */
export function attachedVariants({ id, width, height, thumbhash }: AttachedFile) {
  if (thumbhash === null || width === null || height === null) return [];
  return planVariants(fileKinds.chat_attachment.ladder, { width, height }).map(({ name, ...variant }) => ({
    ...variant,
    path: `${attachmentPath(id)}?variant=${name}`,
  }));
}

/** A file for a message, checked as far as possible before the message is stored. */
export interface CheckedFile {
  readonly kind: 'upload' | 'reuse';
  /** Id of the upload, or of the attachment that is sent again. */
  readonly fileId: string;
}

/** A file at the time when its message is stored. */
export interface Attachment {
  readonly taken: CheckedFile;
  readonly file: AttachedFile;
}

/** A message with files. */
export interface StoredMessage {
  readonly roomId: string;
  readonly messageId: string;
  readonly senderId: string;
  readonly at: Date;
}

/** The reader-specific fields of an attachment. */
export interface AttachmentAccess {
  readonly url: string;
  /** The query to append to a path of `attachedVariants`. */
  readonly tokenQuery: string;
  readonly urlExpiresAt: Date;
  /** Undefined for guests, who cannot send messages. */
  readonly reuse: { readonly token: string; readonly expiresAt: Date } | undefined;
}

/** Attachments of messages, for the chat. */
export interface ChatFiles {
  /**
   * Opens a reuse token, and checks that its holder can still read the attachment's message. @returns undefined for a
   * token of another user, an expired token, or one for a message that its holder may no longer read. [FI13]
   */
  openReuse(token: string, principal: RoomPrincipal): Promise<string | undefined>;
  /**
   * The files for a sender's messages in a room, locked until the transaction ends: the sender's own completed uploads
   * for this room without a message, and attachments of messages that are not deleted. Omits other files.
   */
  take(
    tx: Tx,
    roomId: string,
    senderId: string,
    taken: readonly CheckedFile[],
  ): Promise<ReadonlyMap<string, AttachedFile>>;
  /** Attaches the files to the message, in this order, with the commit. */
  attach(tx: Tx, message: StoredMessage, files: readonly Attachment[]): void;
  /** Deletes the files of a deleted message. Like `take`, it must come before the lock of the room's events. [CH38] */
  drop(tx: Tx, messageId: string): Promise<void>;
  /** An id for the copy that a reuse creates. */
  newId(): string;
  accessFor(fileId: string, principal: RoomPrincipal): AttachmentAccess;
  /** Attachments of a room's messages that are not deleted. */
  list(reader: Reader, roomId: string, ids: readonly string[]): Promise<readonly AttachedFile[]>;
}
