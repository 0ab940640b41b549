import type { RoomPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import { fileKinds, objectPath } from './kinds.ts';
import { planVariants } from './pictures/variant-plan.ts';

/** Path of the bytes of an attachment, without a token. */
export function attachmentPath(fileId: string): string {
  return objectPath(fileKinds.chat_attachment, fileId);
}

/** An attachment as everybody in the room sees it. Stored messages are read with a list of these as JSON. */
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
  /** Of pictures that were looked at, in base64. */
  readonly thumbhash: string | null;
  readonly frames: number | null;
}

/** Smaller ones of an attached picture, as paths without a token. */
export function attachedVariants({ id, width, height, thumbhash }: AttachedFile) {
  if (thumbhash === null || width === null || height === null) return [];
  return planVariants(fileKinds.chat_attachment.ladder, { width, height }).map(({ name, ...variant }) => ({
    ...variant,
    path: `${attachmentPath(id)}?variant=${name}`,
  }));
}

/** A file that a message takes, checked as far as this is possible before the message is stored. */
export interface Taken {
  readonly kind: 'upload' | 'reuse';
  /** Of the upload, or of the attachment whose bytes are sent again. */
  readonly fileId: string;
}

/** What becomes of a file when its message is stored. */
export interface Attachment {
  readonly taken: Taken;
  readonly file: AttachedFile;
}

/** A message that takes files. */
export interface StoredMessage {
  readonly roomId: string;
  readonly messageId: string;
  readonly senderId: string;
  readonly at: Date;
}

/** What one person alone needs for an attachment. */
export interface AttachmentAccess {
  readonly url: string;
  /** What a path of `attachedVariants` needs behind it. */
  readonly tokenQuery: string;
  readonly urlExpiresAt: Date;
  /** Undefined for guests, who send nothing. */
  readonly reuse: { readonly token: string; readonly expiresAt: Date } | undefined;
}

/** Attachments of messages, for the chat. */
export interface ChatFiles {
  /**
   * Opens what a reuse token names, and asks whether its holder reads the message that it is from as of now. @returns undefined for
   * a token that is not theirs, has expired, or is for what they may not read any more. [FI13]
   */
  openReuse(token: string, principal: RoomPrincipal): Promise<string | undefined>;
  /**
   * The files that messages of a sender in a room take, under a lock until the transaction ends: their own completed uploads for this
   * room that no message has, and attachments of messages that are not deleted. Those that are neither are left out.
   */
  take(tx: Tx, roomId: string, senderId: string, taken: readonly Taken[]): Promise<ReadonlyMap<string, AttachedFile>>;
  /** Gives the files to the message, in their order, with the commit. */
  attach(tx: Tx, message: StoredMessage, files: readonly Attachment[]): void;
  /** A message is deleted: its files go. To be called before the lock of the room's events is taken, as `take`. [CH38] */
  drop(tx: Tx, messageId: string): Promise<void>;
  /** An id for the copy that a reuse makes. */
  newId(): string;
  accessFor(fileId: string, principal: RoomPrincipal): AttachmentAccess;
  /** Attachments of messages of a room that are not deleted. */
  list(reader: Reader, roomId: string, ids: readonly string[]): Promise<readonly AttachedFile[]>;
}
