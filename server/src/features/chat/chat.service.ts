import type { GetChatHistoryRequest } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { Database } from '../../store/database.ts';
import { chatErrors } from './chat.errors.ts';
import type { chatSettings } from './chat.settings.ts';
import * as store from './chat.store.ts';
import { toMessage } from './chat-messages.ts';

const pageSizeDefault = 50;
const dayMs = 86_400_000;

export interface ChatParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: SettingValues<typeof chatSettings>;
  /** Sequence of the newest event of a room. */
  readonly latestSequence: (roomId: string) => Promise<number>;
}

/** Reads messages, and deletes old ones. */
export function makeChat({ db, clock, settings, latestSequence }: ChatParts) {
  const read = () => db.query<store.ChatTables>();
  return {
    /** [CH6] */
    async history({ beforeMessageId, pageSize }: GetChatHistoryRequest, roomId: string) {
      const eventId = String(await latestSequence(roomId));
      const limit = pageSize || pageSizeDefault;
      const rows = await store.listMessages(read(), roomId, beforeMessageId, limit + 1);
      return { messages: rows.slice(0, limit).reverse().map(toMessage), hasMore: rows.length > limit, eventId };
    },
    async get(roomId: string, messageId: string) {
      const row = await store.findMessage(read(), roomId, messageId);
      if (!row) throw chatErrors.message_not_found();
      return { message: toMessage(row) };
    },
    /** [CH7] */
    clean: () =>
      db.write((tx) =>
        store.deleteOldMessages(
          tx.query(),
          dateOf(clock.nowMs() - settings.messageRetentionDays * dayMs),
          settings.maxMessagesPerRoom,
        ),
      ),
  };
}
