import { timestampDate } from '@bufbuild/protobuf/wkt';
import type {
  GetChatPlaybackMessagesRequest,
  SearchChatMessagesRequest,
} from '@matinee/contract/gen/service/client/chat_reading_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../../../kernel/call.ts';
import { principalIdOf } from '../../../../realtime/resource.ts';
import type { Database } from '../../../../store/database.ts';
import type { ChatTables } from '../chat.store.ts';
import { toMessage } from '../chat-messages.ts';
import * as store from './reading.store.ts';

const playbackDefault = 200;
const searchDefault = 20;

type RoomCall = Call<RoomPrincipal, RoomStanding>;

/** Finds messages by playback position, and by text. */
export function makeFinding({ db }: { readonly db: Database }) {
  const read = () => db.query<ChatTables>();
  return {
    /** [CH20] */
    async duringPlayback(request: GetChatPlaybackMessagesRequest, { room, principal }: RoomCall) {
      const limit = request.limit || playbackDefault;
      const window = {
        mediaId: request.playbackMediaId,
        targetHash: request.playbackTargetHash,
        sentBefore: request.sentBefore && timestampDate(request.sentBefore),
        fromSeconds: request.fromSeconds,
        toSeconds: request.toSeconds,
      };
      const viewerId = principalIdOf(principal);
      const rows = await store.listPlaybackMessages(read(), room.roomId, viewerId, window, limit + 1);
      return { messages: rows.slice(0, limit).map(toMessage), hasMore: rows.length > limit };
    },
    /** [CH21] */
    async search(request: SearchChatMessagesRequest, { room, principal }: RoomCall) {
      const limit = request.pageSize || searchDefault;
      const search = {
        text: request.query.trim(),
        userId: request.userId,
        from: request.from && timestampDate(request.from),
        to: request.to && timestampDate(request.to),
        beforeId: request.beforeMessageId,
      };
      const rows = await store.searchMessages(read(), room.roomId, principalIdOf(principal), search, limit + 1);
      return { messages: rows.slice(0, limit).map(toMessage), hasMore: rows.length > limit };
    },
  };
}
