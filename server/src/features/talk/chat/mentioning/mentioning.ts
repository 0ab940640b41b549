import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { makeWorker, type Worker } from '../../../../kernel/worker.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { Notifications } from '../../../accounts/notifications/notifications.port.ts';
import type { Online } from '../../../rooms/members/members.port.ts';
import type { ChatTables, MessageRow } from '../chat.store.ts';
import { claimNews, insertingNews, type MentioningMessage } from './mentioning.store.ts';

export interface MentioningParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly online: Online;
  readonly notifications: Notifications;
}

/** Notifies absent members of mentions and replies in a room's chat. */
export interface Mentioning {
  /**
   * Stores which of `rows` mention or answer members, in the transaction that stores the rows. Ignores other messages.
   */
  note(tx: Tx, rows: readonly Pick<MessageRow, 'id' | 'mentions' | 'reply_to_message_id'>[]): void;
  readonly worker: Worker;
}

const batch = 50;
/** Picks up messages that a dead process left; usually a message wakes the worker. */
const periodMs = 30_000;

/**
 * Notifies in a separate transaction. A transaction that stores messages holds the order of the room's events, and must
 * not wait for a member's list of notifications. [CH40]
 */
export function makeMentioning({ db, clock, log, online, notifications }: MentioningParts): Mentioning {
  const worker = makeWorker({
    name: 'mentions',
    clock,
    log,
    periodMs,
    work: () =>
      db.write(async (tx) => {
        const news = await claimNews(tx.query<ChatTables>(), batch);
        for (const message of news) await tell(tx, message);
        return news.length === batch;
      }),
  });

  async function tell(tx: Tx, { id, room_id: roomId, user_id: actorId, named, answered }: MentioningMessage) {
    const { memberIds } = online.of(roomId);
    const isAway = (userId: string) => !memberIds.has(userId);
    const thing = `mention/${id}`;
    const about = { thing, actorId, roomId };
    const say = (to: readonly string[], isReply: boolean) =>
      notifications.notify(tx, { ...about, to, content: { case: 'mention', value: { messageId: id, isReply } } });
    await say(named.filter(isAway), false);
    if (answered !== null && isAway(answered)) await say([answered], true);
  }

  return {
    note(tx, rows) {
      const ids = rows.filter((row) => row.mentions.length > 0 || row.reply_to_message_id !== null).map(({ id }) => id);
      if (ids.length === 0) return;
      tx.finish(insertingNews(tx.query<ChatTables>(), ids));
      tx.afterCommit(() => worker.wake());
    },
    worker,
  };
}
