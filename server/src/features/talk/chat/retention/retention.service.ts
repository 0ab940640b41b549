import { create } from '@bufbuild/protobuf';
import { ChatEventKind, ChatMessageSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { ChatPinEventKind } from '@matinee/contract/gen/service/client/chat_pins_pb.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { rewritingEvents } from '../../../../store/events/erasing.ts';
import type { chatSettings } from '../chat.settings.ts';
import type { ChatTables, Db } from '../chat.store.ts';
import { chatPayload, openTeller } from '../chat-events.ts';
import { rememberedMs } from '../once.ts';
import { deleteOperations, forgettingAnswers } from '../operations.store.ts';
import { deleteReadsBefore } from '../reading/reads.store.ts';
import * as store from './retention.store.ts';

const dayMs = 86_400_000;
/** Messages deleted in one transaction: few enough that no transaction waits long for their locks. */
const batchSize = 500;
/** Rooms checked together. */
const roomsAtOnce = 200;

export interface RetentionParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingValues<typeof chatSettings>, 'messageRetentionDays' | 'maxMessagesPerRoom'>;
}

/** Deletes messages that are too old or exceed a room's limit, in small transactions. [CH7] [CH18] */
export function makeRetention({ db, clock, settings }: RetentionParts) {
  async function deleteAll(take: (db: Db) => Promise<readonly store.GoingMessage[]>): Promise<void> {
    let count: number;
    do {
      count = await db.write(async (tx) => {
        const going = await take(tx.query<ChatTables>());
        if (going.length > 0) await remove(tx, going);
        return going.length;
      });
    } while (count === batchSize);
  }

  async function deleteUpTo(roomId: string, lastId: string | null, isNotice: boolean): Promise<void> {
    if (lastId === null) return;
    await deleteAll((queries) => store.takeCrowding(queries, roomId, lastId, isNotice, batchSize));
  }

  async function deleteCrowding(max: number): Promise<void> {
    let afterId = '';
    for (;;) {
      const rooms = await store.listCrowded(db.query(), max, afterId, roomsAtOnce);
      for (const { id, last_id, last_notice_id } of rooms) {
        await deleteUpTo(id, last_id, false);
        await deleteUpTo(id, last_notice_id, true);
      }
      if (rooms.length < roomsAtOnce) return;
      afterId = rooms.at(-1)!.id;
    }
  }

  return {
    /** Deletes messages of a deleted room. True: there may be more. */
    eraseSome: async (roomId: string): Promise<boolean> =>
      (await store.deleteSome(db.query<ChatTables>(), roomId, batchSize)) === batchSize,
    async clean(): Promise<void> {
      const nowMs = clock.nowMs();
      const before = dateOf(nowMs - settings.messageRetentionDays * dayMs);
      await deleteAll((queries) => store.takeOld(queries, before, batchSize));
      if (settings.maxMessagesPerRoom > 0) await deleteCrowding(settings.maxMessagesPerRoom);
      await db.write(async (tx) => {
        await deleteOperations(tx.query(), dateOf(nowMs - rememberedMs));
        await deleteReadsBefore(tx.query(), before);
      });
    },
  };
}

/** Deletes messages and their content in stored events, and notifies rooms that lose pins. */
async function remove(tx: Tx, going: readonly store.GoingMessage[]): Promise<void> {
  const queries = tx.query<ChatTables>();
  const ids = going.map(({ id }) => id);
  for (const { room_id, message_id } of await store.listPinned(queries, ids)) {
    const teller = await openTeller(tx, room_id);
    teller.pins({ kind: ChatPinEventKind.UNPINNED, unpinnedMessageId: message_id });
  }
  const rewritten = going.map(({ id, room_id, event_sequences }) => {
    const message = create(ChatMessageSchema, { id, roomId: room_id, deleted: true });
    const told = { kind: ChatEventKind.DELETED, message };
    const husks = event_sequences.map((sequence) => ({ sequence, payload: chatPayload(sequence, told) }));
    return { topic: room_id, husks };
  });
  tx.finish(rewritingEvents(tx, rewritten));
  tx.finish(forgettingAnswers(queries, ids));
  await store.deleteMessages(queries, ids);
}
