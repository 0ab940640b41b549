import { ChatEventKind, ChatNoticeKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Tx } from '../../../../store/database.ts';
import { blankMessage } from '../blank-message.ts';
import { type ChatTables, insertingMessages, type MessageRow } from '../chat.store.ts';
import { openTeller } from '../chat-events.ts';
import { toNewMessage } from '../chat-messages.ts';
import type { ChatNotices } from '../chat-notices.ts';

type NoticeRow = Pick<MessageRow, 'user_id' | 'username' | 'display_name'> &
  Partial<MessageRow> & { readonly notice_kind: ChatNoticeKind };

/** Writes server notices. It depends on no other feature, so that members and playback can depend on it. */
export function makeChatNotices({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): ChatNotices {
  async function say(tx: Tx, roomId: string, all: readonly NoticeRow[]): Promise<void> {
    const teller = await openTeller(tx, roomId);
    const rows = all.map((said) => {
      const row = Object.assign(blankMessage(ids.make('msg'), roomId, dateOf(clock.nowMs()), said), said);
      row.event_sequences = [teller.notice({ kind: ChatEventKind.SENT, message: toNewMessage(row) })];
      return row;
    });
    tx.finish(insertingMessages(tx.query<ChatTables>(), rows));
  }
  return {
    joined: (tx, roomId, users) =>
      say(
        tx,
        roomId,
        users.map(({ id: user_id, username, displayName: display_name }) => ({
          ...{ user_id, username, display_name },
          notice_kind: ChatNoticeKind.JOINED,
        })),
      ),
    ownerChanged: (tx, roomId, { id: user_id, username, displayName: display_name }) =>
      say(tx, roomId, [{ user_id, username, display_name, notice_kind: ChatNoticeKind.OWNER_CHANGED }]),
    async itemChanged(tx, roomId, { begun, actorId, actorName, actorDisplayName }) {
      if (!begun || actorId === null) return;
      const said = {
        user_id: actorId,
        username: actorName,
        display_name: actorDisplayName,
        notice_kind: ChatNoticeKind.PLAYBACK_CHANGED,
        notice_media_name: begun.name,
        playback_media_id: begun.mediaId,
        playback_playlist_id: begun.playlistId,
        playback_position_seconds: begun.positionSeconds,
      };
      await say(tx, roomId, [said]);
    },
    poll: (tx, roomId, what, { creator_id, creator_username, creator_display_name }) =>
      say(tx, roomId, [
        {
          user_id: creator_id,
          username: creator_username,
          display_name: creator_display_name,
          notice_kind: what === 'opened' ? ChatNoticeKind.POLL_OPENED : ChatNoticeKind.POLL_ENDED,
        },
      ]),
  };
}
