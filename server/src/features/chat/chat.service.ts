import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ChatEventKind,
  type ChatMessage,
  ChatMessageSchema,
  type GetChatHistoryRequest,
  type SendChatMessageRequest,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { PlaybackPort } from '../playback/playback.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import { chatErrors } from './chat.errors.ts';
import type { chatSettings } from './chat.settings.ts';
import * as store from './chat.store.ts';

const pageSizeDefault = 50;
const dayMs = 86_400_000;
/** Every member gets it with the message, and history has up to 100 of them in a page. */
const maxMetadataBytes = 4_096;

/** Kind of the events of a room's chat. */
export const chatKind = 'chatEvents';

export interface ChatParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rooms: Rooms;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  readonly settings: SettingValues<typeof chatSettings>;
  /** Sequence of the newest event of a room. */
  readonly latestSequence: (roomId: string) => Promise<number>;
}

export function makeChat({ db, clock, ids, rooms, playback, settings, latestSequence }: ChatParts) {
  const read = () => db.query<store.ChatTables>();

  /** Tells the room; the event carries its own cursor, so that a stream can be resumed from any message. [CH4] */
  function tell(tx: Tx, roomId: string, kind: ChatEventKind, message: ChatMessage, sequence: number): void {
    const eventId = String(sequence);
    tx.emit({
      topic: roomId,
      kind: chatKind,
      payload: changePayload({ resource: { case: 'chatEvent', value: { eventId, kind, message } } }),
    });
  }

  return {
    /** [CH1] [CH2] [CH3] [CH5] [CH8] [CH9] */
    async send(request: SendChatMessageRequest, call: Call<UserPrincipal, RoomStanding>) {
      const { roomId } = call.room;
      const { userId } = call.principal;
      if (request.content.trim() === '')
        throw chatErrors.empty({ violations: [{ field: 'content', reason: 'is blank' }] });
      const { chatEnabled, slowModeSeconds } = await rooms.getSettings(roomId);
      if (!chatEnabled) throw chatErrors.disabled();
      const metadata = writeMetadata(request);
      const moment = await playback.moment(roomId);
      return db.write(async (tx) => {
        const queries = tx.query<store.ChatTables>();
        const sender = await store.lockSender(queries, roomId, userId, slowModeSeconds > 0);
        if (!sender) throw roomErrors.not_found();
        const sent = await store.findSent(queries, roomId, userId, request.clientMessageId);
        if (sent) return { message: toMessage(sent) };
        if (slowModeSeconds > 0) await requireRest(queries, roomId, userId, slowModeSeconds);
        // From here on the room's messages come one after another, so that their ids have the order of their events. [CH8]
        const sequence = await tx.nextSequence(roomId);
        const stored = await store.insertMessage(queries, {
          id: ids.make('msg'),
          room_id: roomId,
          user_id: userId,
          client_message_id: request.clientMessageId,
          content: request.content,
          display_position: request.displayPosition,
          display_color: request.displayColor,
          metadata,
          playback_media_id: moment?.mediaId ?? null,
          playback_playlist_id: moment?.playlistId ?? null,
          playback_position_seconds: moment?.positionSeconds ?? null,
          created_at: dateOf(clock.nowMs()),
        });
        // Sent by two calls at once, the other one was faster.
        if (!stored)
          return { message: toMessage((await store.findSent(queries, roomId, userId, request.clientMessageId))!) };
        const message = toMessage({ ...stored, username: sender.username });
        tell(tx, roomId, ChatEventKind.SENT, message, sequence);
        return { message };
      });
    },
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

  async function requireRest(
    queries: ReturnType<typeof read>,
    roomId: string,
    userId: string,
    slowModeSeconds: number,
  ): Promise<void> {
    const last = await store.findLastSentAt(queries, roomId, userId);
    const restMs = last ? last.created_at.getTime() + slowModeSeconds * 1000 - clock.nowMs() : 0;
    if (restMs > 0) throw chatErrors.slow_mode({ retryAfterSeconds: Math.ceil(restMs / 1000) });
  }
}

/** The metadata as it is stored. @throws AppError `chat.metadata_too_large`. */
function writeMetadata({ metadata }: SendChatMessageRequest): string | null {
  if (metadata === undefined) return null;
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw chatErrors.metadata_too_large({
      violations: [{ field: 'metadata', reason: `has more than ${maxMetadataBytes} bytes` }],
    });
  return text;
}

function toMessage(row: store.MessageRow): ChatMessage {
  return create(ChatMessageSchema, {
    id: row.id,
    roomId: row.room_id,
    userId: row.user_id,
    username: row.username,
    clientMessageId: row.client_message_id,
    content: row.content,
    createdAt: timestampFromDate(row.created_at),
    version: row.version,
    displayPosition: row.display_position,
    displayColor: row.display_color,
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    ...(row.playback_media_id === null ? {} : { playbackMediaId: row.playback_media_id }),
    ...(row.playback_playlist_id === null ? {} : { playbackPlaylistId: row.playback_playlist_id }),
    ...(row.playback_position_seconds === null ? {} : { playbackPositionSeconds: row.playback_position_seconds }),
  });
}
