import { dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Database } from '../../../../store/database.ts';
import { type AttachedFile, attachmentPath, type ChatFiles } from '../files.port.ts';
import type { FileTables } from '../files.store.ts';
import { fileKinds } from '../kinds.ts';
import { mayReadChat, type ReadingParts } from '../serving/may-read.ts';
import * as store from './attachments.store.ts';

type Parts = Pick<ReadingParts, 'tokens' | 'members'> & { readonly db: Database; readonly ids: Ids };

/** Attachments of messages. [FI13] [FI15] [FI16] */
export function makeChatFiles({ tokens, members, db, ids }: Parts): ChatFiles {
  const kind = fileKinds.chat_attachment;
  return {
    newId: () => ids.make(kind.idPrefix),
    async openReuse(token, principal) {
      if (principal.kind !== 'user') return undefined;
      const fileId = tokens.openReuse(token, principal.userId);
      const roomId = fileId && (await store.findAttachedRoom(db.query(), fileId));
      return roomId && (await mayReadChat(members, principal, roomId)) ? fileId : undefined;
    },
    async take(tx, roomId, senderId, taken) {
      const idsOf = (wanted: string) => taken.filter((one) => one.kind === wanted).map(({ fileId }) => fileId);
      const queries = tx.query<FileTables>();
      const [uploads, attached] = [idsOf('upload'), idsOf('reuse')];
      const none: AttachedFile[] = [];
      const rows = await Promise.all([
        uploads.length === 0 ? none : store.takeUploads(queries, roomId, senderId, uploads),
        attached.length === 0 ? none : store.takeAttached(queries, attached),
      ]);
      return new Map(rows.flat().map((file) => [file.id, file]));
    },
    attach(tx, { messageId, roomId, senderId, at }, files) {
      const queries = tx.query<FileTables>();
      const placed = files.map(({ taken, file }, place) => ({ taken, id: file.id, place }));
      const uploads = placed.filter(({ taken }) => taken.kind === 'upload');
      const copies = placed.flatMap(({ taken, id, place }) =>
        taken.kind === 'reuse' ? [{ id, fromId: taken.fileId, place }] : [],
      );
      if (uploads.length > 0) tx.finish(store.givingUploads(queries, messageId, uploads, at));
      const message = { messageId, roomId, ownerId: senderId, at };
      if (copies.length > 0) tx.finish(store.copyingFiles(queries, message, copies));
    },
    drop: (tx, messageId) => store.dropAttached(tx.query<FileTables>(), messageId),
    accessFor(fileId, principal) {
      const { token, expiresAtMs } = tokens.forReading(fileId, principal);
      const reuse = principal.kind === 'user' ? tokens.forReuse(fileId, principal.userId) : undefined;
      return {
        url: `${attachmentPath(fileId)}?token=${token}`,
        tokenQuery: `&token=${token}`,
        urlExpiresAt: dateOf(expiresAtMs),
        reuse: reuse && { token: reuse.token, expiresAt: dateOf(reuse.expiresAtMs) },
      };
    },
    async list(reader, roomId, wanted) {
      const found = new Map((await store.listAttached(reader.query(), roomId, wanted)).map((file) => [file.id, file]));
      return wanted.flatMap((id) => found.get(id) ?? []);
    },
  };
}
