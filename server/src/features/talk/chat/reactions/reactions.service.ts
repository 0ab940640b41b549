import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import {
  type ListChatReactionUsersRequest,
  type SetChatReactionRequest,
  SetChatReactionRequestSchema,
  SetChatReactionResponseSchema,
} from '@matinee/contract/gen/service/client/chat_reactions_pb.ts';
import type { Call, RoomPrincipal, RoomStanding, UserPrincipal } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import { principalIdOf } from '../../../../realtime/resource.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { pageOf } from '../../../../store/queries/page.ts';
import type { Rooms } from '../../../rooms/rooms/rooms.port.ts';
import { chatErrors } from '../chat.errors.ts';
import type { chatSettings } from '../chat.settings.ts';
import { type ChatTables, findMessage, lockMessage } from '../chat.store.ts';
import { openTeller } from '../chat-events.ts';
import { toReaction } from '../chat-messages.ts';
import { once } from '../once.ts';
import { readNewReactionKey, readReactionKey } from '../reaction-key.ts';
import * as store from './reactions.store.ts';

/** Most different reactions to one message. */
const maxKinds = 20;

export interface ReactionParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly settings: Pick<SettingValues<typeof chatSettings>, 'blockedWords'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Reactions to messages. [CH3] [CH16] */
export function makeReactions(parts: ReactionParts) {
  const { db, clock, settings } = parts;
  return {
    set(sent: SetChatReactionRequest, { room: { roomId }, principal }: MemberCall) {
      const request = { ...sent, reactionKey: readNewReactionKey(sent.reactionKey, settings.blockedWords) };
      const repeatable = { roomId, userId: principal.userId, schema: SetChatReactionRequestSchema, request };
      return db.write((tx) =>
        once(tx, clock, repeatable, SetChatReactionResponseSchema, async () => {
          const reactions = await setReaction(parts, tx, roomId, principal, request);
          return create(SetChatReactionResponseSchema, { reactions: reactions.map(toReaction) });
        }),
      );
    },
    async listUsers(
      { messageId, reactionKey: sentKey, page, pageSize }: ListChatReactionUsersRequest,
      { room, principal }: Call<RoomPrincipal, RoomStanding>,
    ) {
      const reactionKey = readReactionKey(sentKey);
      const row = await findMessage(db.query(), room.roomId, messageId, principalIdOf(principal));
      if (!row) throw chatErrors.message_not_found();
      const { rows, total } = await store.listReactionUsers(
        db.query(),
        messageId,
        reactionKey,
        pageOf({ page, pageSize }),
      );
      const users = rows.map(({ id, username, display_name: displayName, reacted_at }) => ({
        userId: id,
        username,
        displayName,
        reactedAt: timestampFromDate(reacted_at),
      }));
      return { users, total };
    },
  };
}

/**
 * @throws AppError `chat.message_not_found`, `chat.disabled`, `chat.too_many_reactions`. @returns the reactions to the
 * message afterwards.
 */
async function setReaction(
  { clock, rooms }: ReactionParts,
  tx: Tx,
  roomId: string,
  { userId, username, displayName }: UserPrincipal,
  { messageId, reactionKey, enabled = true, clientOperationId }: SetChatReactionRequest,
) {
  const queries = tx.query<ChatTables>();
  const [row, { chatEnabled }] = await Promise.all([
    lockMessage(queries, roomId, messageId, userId),
    rooms.getSettings(roomId, tx),
  ]);
  if (!row || row.deleted_at !== null) throw chatErrors.message_not_found();
  if (enabled && !chatEnabled) throw chatErrors.disabled();
  const reaction = { message_id: messageId, reaction_key: reactionKey, user_id: userId };
  const isNewKind = !row.reactions.some(({ key }) => key === reactionKey);
  if (enabled && isNewKind && row.reactions.length >= maxKinds) throw chatErrors.too_many_reactions();
  const isChanged = enabled
    ? await store.insertReaction(queries, { ...reaction, reacted_at: dateOf(clock.nowMs()) })
    : await store.deleteReaction(queries, reaction);
  if (!isChanged) return row.reactions;
  const reactions = await store.countReactions(queries, messageId, userId);
  const count = reactions.find(({ key }) => key === reactionKey)?.count ?? 0;
  const told = {
    kind: ChatEventKind.REACTED,
    reaction: { messageId, reactionKey, userId, username, displayName, enabled, count },
  };
  const teller = await openTeller(tx, roomId);
  const sequence = teller.chat(clientOperationId === undefined ? told : { ...told, clientOperationId });
  tx.finish(store.notingReactionEvent(queries, messageId, sequence));
  return reactions;
}
