import type { JsonObject } from '@bufbuild/protobuf';
import {
  ChatEventKind,
  type ChatMessage,
  type SendChatMessageRequest,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { PlaybackPort } from '../playback/playback.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import { chatErrors } from './chat.errors.ts';
import * as store from './chat.store.ts';
import { toMessage } from './chat-messages.ts';

/** Every member receives the metadata with the message, and a page of the history has up to 100 messages. */
const maxMetadataBytes = 4_096;

/** Kind of the events of a room's chat. */
export const chatKind = 'chatEvents';

export interface SendingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rooms: Rooms;
  readonly playback: Pick<PlaybackPort, 'moment'>;
}

type SendingCall = Call<UserPrincipal, RoomStanding>;

/** Gives the function that stores a message and tells the room. [CH1]–[CH3] [CH5] [CH8]–[CH10] */
export function makeSendMessage(parts: SendingParts) {
  const { db } = parts;
  return async (request: SendChatMessageRequest, call: SendingCall) => {
    if (request.content.trim() === '')
      throw chatErrors.empty({ violations: [{ field: 'content', reason: 'is blank' }] });
    const metadata = readMetadata(request);
    try {
      return { message: await db.write((tx) => send(parts, tx, { ...request, metadata }, call)) };
    } catch (cause) {
      if (!store.isSentBefore(cause)) throw cause;
      const { roomId } = call.room;
      const sent = await store.findSent(db.query(), roomId, call.principal.userId, request.clientMessageId);
      return { message: toMessage(sent!) };
    }
  };
}

type CheckedRequest = Omit<SendChatMessageRequest, 'metadata'> & { readonly metadata: JsonObject | null };

/**
 * Sends all statements that do not need each other's answers in one round trip. The last one locks the room's events until the
 * commit. From there on messages of the room are stored one after another: their ids have the order of their events, and slow
 * mode sees every earlier message. [CH3] [CH8] @returns the first message of this operation.
 */
async function send(parts: SendingParts, tx: Tx, request: CheckedRequest, { room, principal }: SendingCall) {
  const { roomId } = room;
  const { userId } = principal;
  const queries = tx.query<store.ChatTables>();
  const [sender, sent, { chatEnabled, slowModeSeconds }, moment, sequence] = await Promise.all([
    store.lockSender(queries, roomId, userId),
    store.findSent(queries, roomId, userId, request.clientMessageId),
    parts.rooms.getSettings(roomId, tx),
    parts.playback.moment(tx, roomId),
    tx.nextSequence(roomId),
  ]);
  if (!sender) throw roomErrors.not_found();
  if (!chatEnabled) throw chatErrors.disabled();
  if (sent) return toMessage(sent);
  const nowMs = parts.clock.nowMs();
  if (slowModeSeconds > 0) requireRest(await store.findLastSentAt(queries, roomId, userId), slowModeSeconds, nowMs);
  const row: store.MessageRow = {
    id: parts.ids.make('msg'),
    room_id: roomId,
    user_id: userId,
    username: sender.username,
    client_message_id: request.clientMessageId,
    content: request.content,
    display_position: request.displayPosition,
    display_color: request.displayColor,
    metadata: request.metadata,
    playback_media_id: moment?.mediaId ?? null,
    playback_playlist_id: moment?.playlistId ?? null,
    playback_position_seconds: moment?.positionSeconds ?? null,
    created_at: dateOf(nowMs),
    version: 1,
  };
  const message = toMessage(row);
  tx.finish(store.insertingMessage(queries, row));
  tellSent(tx, message, sequence);
  return message;
}

/** Tells the room; the event carries its own cursor, so that a stream can be resumed from any message. [CH4] */
function tellSent(tx: Tx, message: ChatMessage, sequence: number): void {
  const value = { eventId: String(sequence), kind: ChatEventKind.SENT, message };
  tx.emit({
    topic: message.roomId,
    kind: chatKind,
    payload: changePayload({ resource: { case: 'chatEvent', value } }),
  });
}

/** @throws AppError `chat.slow_mode` while the sender has to wait. */
function requireRest(last: { created_at: Date } | undefined, slowModeSeconds: number, nowMs: number): void {
  const restMs = last ? last.created_at.getTime() + slowModeSeconds * 1000 - nowMs : 0;
  if (restMs > 0) throw chatErrors.slow_mode({ retryAfterSeconds: Math.ceil(restMs / 1000) });
}

/** The metadata as it will be read from the database. @throws AppError `chat.metadata_too_large`. */
function readMetadata({ metadata }: SendChatMessageRequest): JsonObject | null {
  if (metadata === undefined) return null;
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw chatErrors.metadata_too_large({
      violations: [{ field: 'metadata', reason: `has more than ${maxMetadataBytes} bytes` }],
    });
  return JSON.parse(text) as JsonObject;
}
