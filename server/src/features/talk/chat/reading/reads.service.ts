import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  GetChatMessageReadReceiptsRequest,
  MarkChatReadRequest,
} from '@matinee/contract/gen/service/client/chat_reading_pb.ts';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { principalIdOf } from '../../../../realtime/resource.ts';
import type { Database } from '../../../../store/database.ts';
import { chatErrors } from '../chat.errors.ts';
import { type ChatTables, findMessage } from '../chat.store.ts';
import * as store from './reads.store.ts';

/** Most readers named in an answer. */
const maxNamed = 100;

type RoomCall = Call<RoomPrincipal, RoomStanding>;

/** Read positions of people. [CH22] [CH23] */
export function makeReads({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  const read = () => db.query<ChatTables>();

  async function stateOf(roomId: string, readerId: string) {
    const { message_id, read_at, unread, mentions, first_id } = await store.findUnread(read(), roomId, readerId);
    return {
      readState: {
        ...(message_id === null ? {} : { lastReadMessageId: message_id }),
        ...(read_at === null ? {} : { readAt: timestampFromDate(read_at) }),
        unreadCount: unread,
        unreadMentionCount: mentions,
        ...(first_id === null ? {} : { firstUnreadMessageId: first_id }),
      },
    };
  }

  return {
    state: ({ room, principal }: RoomCall) => stateOf(room.roomId, principalIdOf(principal)),
    async mark({ messageId }: MarkChatReadRequest, { room: { roomId }, principal }: RoomCall) {
      const readerId = principalIdOf(principal);
      if (!(await findMessage(read(), roomId, messageId, readerId))) throw chatErrors.message_not_found();
      const read_at = dateOf(clock.nowMs());
      await db.write((tx) =>
        store.advanceRead(tx.query(), { room_id: roomId, reader_id: readerId, message_id: messageId, read_at }),
      );
      return stateOf(roomId, readerId);
    },
    async receipts({ messageId }: GetChatMessageReadReceiptsRequest, { room, principal }: RoomCall) {
      const { roomId, permissions } = room;
      const row = await findMessage(read(), roomId, messageId, principalIdOf(principal));
      if (!row) throw chatErrors.message_not_found();
      const [readBy, unreadBy] = await Promise.all(
        [true, false].map((hasRead) => store.listReaders(read(), roomId, row, hasRead, maxNamed)),
      );
      const named = (readers: readonly store.Reader[]) =>
        permissions.has(Permission.VIEW_MEMBERS) ? readers.map(toReader) : [];
      return {
        readBy: named(readBy!.rows),
        readCount: readBy!.total,
        unreadBy: named(unreadBy!.rows),
        unreadCount: unreadBy!.total,
      };
    },
  };
}

function toReader({ id: userId, username, display_name: displayName, read_at }: store.Reader) {
  return { userId, username, displayName, ...(read_at === null ? {} : { readAt: timestampFromDate(read_at) }) };
}
