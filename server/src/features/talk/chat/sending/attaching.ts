import {
  type ChatAttachmentReference,
  ChatAttachmentReferenceKind,
} from '@matinee/contract/gen/service/client/files_pb.ts';
import type { RoomPrincipal } from '../../../../kernel/call.ts';
import type { Tx } from '../../../../store/database.ts';
import type { AttachedFile, Attachment, ChatFiles, CheckedFile } from '../../../files/files/files.port.ts';
import { chatErrors } from '../chat.errors.ts';
import type { MessageRow } from '../chat.store.ts';

/** A message with files. */
export interface Attaching {
  readonly userId: string;
  readonly taken: readonly CheckedFile[];
}

/** The files of messages that are stored together. */
export interface MessageFiles {
  /**
   * Assigns a message its files. Each upload can be used once. @throws AppError `chat.attachment_not_found`,
   * `chat.reuse_refused`.
   */
  give(messageId: string, sending: Attaching): readonly AttachedFile[];
  attachmentsOf(messageId: string): readonly Attachment[];
}

/**
 * Reads the references. A file that cannot be sent again gets an empty id, and is refused only when the message is
 * stored, because a message that was stored before needs no files.
 */
export function openAttachments(
  files: ChatFiles,
  references: readonly ChatAttachmentReference[],
  principal: RoomPrincipal,
): Promise<readonly CheckedFile[]> {
  return Promise.all(
    references.map(async ({ kind, id }) =>
      kind === ChatAttachmentReferenceKind.UPLOAD
        ? { kind: 'upload' as const, fileId: id }
        : { kind: 'reuse' as const, fileId: (await files.openReuse(id, principal)) ?? '' },
    ),
  );
}

/** Finds the files of all messages. Queries nothing if no message has files. [CH36] */
export async function takeAttachments(
  files: ChatFiles,
  tx: Tx,
  roomId: string,
  sendings: readonly Attaching[],
): Promise<MessageFiles> {
  const found = new Map<string, ReadonlyMap<string, AttachedFile>>();
  const attaching = sendings.filter(({ taken }) => taken.length > 0);
  for (const userId of new Set(attaching.map((sending) => sending.userId))) {
    const taken = attaching.flatMap((sending) => (sending.userId === userId ? sending.taken : []));
    found.set(userId, await files.take(tx, roomId, userId, taken));
  }
  const given = new Map<string, readonly Attachment[]>();
  const isUsed = new Set<string>();
  return {
    give(messageId, { userId, taken }) {
      const attachments = taken.map((one) => takeOne(files, one, found.get(userId), isUsed));
      given.set(messageId, attachments);
      return attachments.map(({ file }) => file);
    },
    attachmentsOf: (messageId) => given.get(messageId) ?? [],
  };
}

function takeOne(
  files: ChatFiles,
  taken: CheckedFile,
  found: ReadonlyMap<string, AttachedFile> | undefined,
  isUsed: Set<string>,
): Attachment {
  const file = found?.get(taken.fileId);
  if (taken.kind === 'reuse') {
    if (!file) throw chatErrors.reuse_refused();
    return { taken, file: { ...file, id: files.newId() } };
  }
  if (!file || isUsed.has(taken.fileId)) throw chatErrors.attachment_not_found();
  isUsed.add(taken.fileId);
  return { taken, file };
}

/** Stores the files of the messages with the commit. */
export function attachTo(files: ChatFiles, tx: Tx, taken: MessageFiles, rows: readonly MessageRow[]): void {
  for (const { id, room_id, user_id, created_at } of rows) {
    const attachments = taken.attachmentsOf(id);
    if (attachments.length === 0) continue;
    files.attach(tx, { roomId: room_id, messageId: id, senderId: user_id, at: created_at }, attachments);
  }
}
