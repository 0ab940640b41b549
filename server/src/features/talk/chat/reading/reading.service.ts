import type { GetChatHistoryRequest, GetChatMessageRequest } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { GetChatMessageContextRequest } from '@matinee/contract/gen/service/client/chat_reading_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../../../kernel/call.ts';
import { principalIdOf } from '../../../../realtime/resource.ts';
import type { Database } from '../../../../store/database.ts';
import { chatErrors } from '../chat.errors.ts';
import { type ChatTables, findMessage } from '../chat.store.ts';
import { toMessage } from '../chat-messages.ts';
import * as store from './reading.store.ts';

const pageSizeDefault = 50;
const contextDefault = 25;

export interface ReadingParts {
  readonly db: Database;
  /** Sequence of the newest event of a room. */
  readonly latestSequence: (roomId: string) => Promise<number>;
}

type RoomCall = Call<RoomPrincipal, RoomStanding>;

/** Reads messages as their viewer sees them. */
export function makeReading({ db, latestSequence }: ReadingParts) {
  const read = () => db.query<ChatTables>();
  return {
    /** [CH6] [CH19] */
    async history(
      { beforeMessageId, afterMessageId, pageSize, includeNotices }: GetChatHistoryRequest,
      call: RoomCall,
    ) {
      const { roomId } = call.room;
      const eventId = String(await latestSequence(roomId));
      const limit = pageSize || pageSizeDefault;
      const beside = afterMessageId
        ? ({ id: afterMessageId, side: 'after' } as const)
        : beforeMessageId
          ? ({ id: beforeMessageId, side: 'before' } as const)
          : undefined;
      const query = { beside, limit: limit + 1, hasNotices: includeNotices };
      const rows = await store.listMessages(read(), roomId, principalIdOf(call.principal), query);
      const page = rows.slice(0, limit).map(toMessage);
      return { messages: afterMessageId ? page : page.reverse(), hasMore: rows.length > limit, eventId };
    },
    async get({ messageId }: GetChatMessageRequest, { room, principal }: RoomCall) {
      const row = await findMessage(read(), room.roomId, messageId, principalIdOf(principal));
      if (!row) throw chatErrors.message_not_found();
      return { message: toMessage(row) };
    },
    /** [CH19] */
    async context(request: GetChatMessageContextRequest, { room, principal }: RoomCall) {
      const { messageId, before, after, includeNotices: hasNotices } = request;
      const viewerId = principalIdOf(principal);
      const eventId = String(await latestSequence(room.roomId));
      const [older, newer] = [before || contextDefault, after || contextDefault];
      const beside = (side: store.Beside['side'], limit: number) =>
        store.listMessages(read(), room.roomId, viewerId, {
          beside: { id: messageId, side },
          limit: limit + 1,
          hasNotices,
        });
      const [row, ahead, behind] = await Promise.all([
        findMessage(read(), room.roomId, messageId, viewerId),
        beside('before', older),
        beside('after', newer),
      ]);
      if (!row) throw chatErrors.message_not_found();
      const rows = [...ahead.slice(0, older).reverse(), row, ...behind.slice(0, newer)];
      const [hasBefore, hasAfter] = [ahead.length > older, behind.length > newer];
      return { messages: rows.map(toMessage), hasBefore, hasAfter, eventId };
    },
  };
}
