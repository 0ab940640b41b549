import { create } from '@bufbuild/protobuf';
import {
  type DeleteChatMessageRequest,
  DeleteChatMessageRequestSchema,
  DeleteChatMessageResponseSchema,
  type EditChatMessageRequest,
  EditChatMessageRequestSchema,
  EditChatMessageResponseSchema,
} from '@matinee/contract/gen/service/client/chat_changes_pb.ts';
import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { ChatFiles } from '../../../files/files/files.port.ts';
import type { Rooms } from '../../../rooms/rooms/rooms.port.ts';
import type { PlaybackPort } from '../../../watching/playback/playback.port.ts';
import { chatErrors } from '../chat.errors.ts';
import type { chatSettings } from '../chat.settings.ts';
import * as store from '../chat.store.ts';
import { openTeller } from '../chat-events.ts';
import { toMessage, toSharedMessage } from '../chat-messages.ts';
import { once } from '../once.ts';
import { readMentions } from '../sending/mentions.ts';
import { requireVoice } from '../sending/quiet.ts';
import { requireAllowed, requireText } from '../sending/sayable.ts';
import { hideMessage } from './hiding.ts';

export interface ChangingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  readonly files: Pick<ChatFiles, 'drop'>;
  readonly settings: Pick<SettingValues<typeof chatSettings>, 'blockedWords'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Edits and deletes messages. [CH12] [CH13] [CH14] */
export function makeChanges(parts: ChangingParts) {
  const { db, clock } = parts;
  return {
    edit(request: EditChatMessageRequest, { room, principal: { userId } }: MemberCall) {
      const { roomId } = room;
      requireText(request.content);
      requireAllowed(request.content, parts.settings.blockedWords);
      const repeatable = { roomId, userId, schema: EditChatMessageRequestSchema, request };
      return db.write((tx) =>
        once(tx, clock, repeatable, EditChatMessageResponseSchema, async () => {
          const message = await edit(parts, tx, room, userId, request);
          return create(EditChatMessageResponseSchema, { message });
        }),
      );
    },
    delete(request: DeleteChatMessageRequest, { room, principal: { userId } }: MemberCall) {
      const { roomId } = room;
      requireAllowed(request.reason, parts.settings.blockedWords);
      const repeatable = { roomId, userId, schema: DeleteChatMessageRequestSchema, request };
      return db.write((tx) =>
        once(tx, clock, repeatable, DeleteChatMessageResponseSchema, async () => {
          const row = await lock(tx, roomId, userId, request.messageId);
          const isOwn = row.user_id === userId && row.notice_kind === null;
          if (!isOwn && !room.permissions.has(Permission.DELETE_CHAT_MESSAGES)) throw chatErrors.may_not_delete();
          const { reason, clientOperationId } = request;
          const deletion = { actorId: userId, reason, at: dateOf(clock.nowMs()) };
          if (row.deleted_at !== null) return create(DeleteChatMessageResponseSchema, { message: toMessage(row) });
          requireVersion(row, request.expectedVersion);
          const hidden = await hideMessage(parts.files, tx, row, deletion, clientOperationId);
          return create(DeleteChatMessageResponseSchema, { message: toMessage(hidden) });
        }),
      );
    },
  };
}

async function edit(
  { clock, rooms, playback }: ChangingParts,
  tx: Tx,
  { roomId, role }: RoomStanding,
  userId: string,
  request: EditChatMessageRequest,
) {
  const queries = tx.query<store.ChatTables>();
  const row = await lock(tx, roomId, userId, request.messageId);
  if (row.deleted_at !== null) throw chatErrors.message_not_found();
  if (row.user_id !== userId || row.notice_kind !== null) throw chatErrors.not_own_message();
  const mentionedIds = request.mentions.map((mention) => mention.userId);
  const [names, settings, moment] = await Promise.all([
    store.listMemberNames(queries, roomId, mentionedIds),
    rooms.getSettings(roomId, tx),
    playback.moment(tx, roomId),
  ]);
  if (!settings.chatEnabled) throw chatErrors.disabled();
  requireVoice(settings, moment, role);
  const mentions = readMentions(request.content, request.mentions, names);
  requireVersion(row, request.expectedVersion);
  const change = { content: request.content, mentions, edited_at: dateOf(clock.nowMs()), version: row.version + 1 };
  const edited = { ...row, ...change };
  const teller = await openTeller(tx, roomId);
  const told = { kind: ChatEventKind.EDITED, message: toSharedMessage(edited) };
  const { clientOperationId } = request;
  const sequence = teller.chat(clientOperationId === undefined ? told : { ...told, clientOperationId });
  tx.finish(store.editingMessage(queries, row.id, { ...change, sequence }));
  return toMessage(edited);
}

/** @throws AppError `chat.message_not_found`. */
async function lock(tx: Tx, roomId: string, userId: string, messageId: string): Promise<store.ViewedMessage> {
  const row = await store.lockMessage(tx.query(), roomId, messageId, userId);
  if (!row) throw chatErrors.message_not_found();
  return row;
}

/**
 * Without a version, a change could undo another one that its caller has not seen.
 * @throws AppError `chat.version_conflict`.
 */
function requireVersion({ version }: store.ViewedMessage, expected: number | undefined): void {
  if (expected === undefined)
    throw chatErrors.version_conflict({ message: 'Tell the version that you have seen as expected_version.' });
  if (expected !== version) throw chatErrors.version_conflict();
}
