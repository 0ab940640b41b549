import type { JsonObject } from '@bufbuild/protobuf';
import {
  ChatEventKind,
  type ChatMessage,
  type SendChatMessageRequest,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/gather.ts';
import type { Ids } from '../../kernel/ids.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Database, Tx } from '../../store/database.ts';
import { makeTurns } from '../../store/turns.ts';
import type { PlaybackPort } from '../playback/playback.port.ts';
import { roomErrors } from '../rooms/rooms.errors.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import { chatErrors, chatReasons } from './chat.errors.ts';
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

/** A message that somebody sends, checked as far as this is possible without the database. */
type Sending = Omit<SendChatMessageRequest, 'metadata'> & store.Operation & { readonly metadata: JsonObject | null };

/** What holds in a room from here to the commit, and what the transaction has stored so far. */
interface Storing {
  readonly roomId: string;
  readonly names: ReadonlyMap<string, string>;
  readonly settings: Awaited<ReturnType<Rooms['getSettings']>>;
  readonly moment: Awaited<ReturnType<PlaybackPort['moment']>>;
  /** Messages of operations, by user and `client_message_id`. */
  readonly sent: Map<string, ChatMessage>;
  /** When somebody sent their last message. Read for slow mode only. */
  readonly lastSentAt: Map<string, Date>;
  readonly rows: store.MessageRow[];
}

/**
 * Gives the function that stores a message and tells the room. The messages of a room that come while one is being stored share the
 * next transaction, so that the room's other changes wait for few of them. [CH1]–[CH3] [CH5] [CH8]–[CH11]
 */
export function makeSendMessage(parts: SendingParts) {
  const send = makeTurns<Sending, ChatMessage>({
    db: parts.db,
    applyAll: (tx, roomId, sendings) => storeAll(parts, tx, roomId, sendings),
  });
  return async (request: SendChatMessageRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => {
    if (request.content.trim() === '')
      throw chatErrors.empty({ violations: [{ field: 'content', ...chatReasons.blank() }] });
    const metadata = readMetadata(request);
    return { message: await send(room.roomId, { ...request, metadata, userId: principal.userId }) };
  };
}

/**
 * Sends all statements that do not need each other's answers in one round trip. From `nextSequence` to the commit, the transaction
 * holds the lock of the room's events. So messages of the room are stored one after another: their ids have the order of their events,
 * slow mode sees every earlier message, and what was sent before is found. [CH2] [CH3] [CH8] @returns for each the first message of
 * its operation.
 */
async function storeAll(
  parts: SendingParts,
  tx: Tx,
  roomId: string,
  sendings: readonly Sending[],
): Promise<Outcome<ChatMessage>[]> {
  const queries = tx.query<store.ChatTables>();
  const userIds = [...new Set(sendings.map(({ userId }) => userId))];
  const [names, settings, moment, sequence, sent] = await Promise.all([
    store.lockSenders(queries, roomId, userIds),
    parts.rooms.getSettings(roomId, tx),
    parts.playback.moment(tx, roomId),
    tx.nextSequence(roomId),
    store.findSent(queries, roomId, sendings),
  ]);
  const lastSentAt = await (settings.slowModeSeconds > 0
    ? store.listLastSentAt(queries, roomId, userIds)
    : new Map<string, Date>());
  const stored = new Map(
    sent.map((row) => [keyOf({ userId: row.user_id, clientMessageId: row.client_message_id }), toMessage(row)]),
  );
  const storing: Storing = { roomId, names, settings, moment, sent: stored, lastSentAt, rows: [] };
  const outcomes = sendings.map((sending) => outcomeOf(() => storeOne(parts, storing, sending)));
  for (const [place, row] of storing.rows.entries()) tellSent(tx, toMessage(row), sequence + place);
  if (storing.rows.length > 0) tx.finish(store.insertingMessages(queries, storing.rows));
  return outcomes;
}

/** Adds the message to what is stored, unless it was sent before. @throws AppError for what the room does not allow. */
function storeOne({ clock, ids }: SendingParts, storing: Storing, sending: Sending): ChatMessage {
  const { roomId, names, settings, moment, sent, lastSentAt, rows } = storing;
  const { userId } = sending;
  const username = names.get(userId);
  if (username === undefined) throw roomErrors.not_found();
  if (!settings.chatEnabled) throw chatErrors.disabled();
  const before = sent.get(keyOf(sending));
  if (before) return before;
  const nowMs = clock.nowMs();
  if (settings.slowModeSeconds > 0) requireRest(lastSentAt.get(userId), settings.slowModeSeconds, nowMs);
  const row: store.MessageRow = {
    id: ids.make('msg'),
    room_id: roomId,
    user_id: userId,
    username,
    client_message_id: sending.clientMessageId,
    content: sending.content,
    display_position: sending.displayPosition,
    display_color: sending.displayColor,
    metadata: sending.metadata,
    playback_media_id: moment?.mediaId ?? null,
    playback_playlist_id: moment?.playlistId ?? null,
    playback_position_seconds: moment?.positionSeconds ?? null,
    playback_target: moment?.target ?? null,
    playback_target_hash: moment?.targetHash ?? null,
    created_at: dateOf(nowMs),
    version: 1,
  };
  const message = toMessage(row);
  rows.push(row);
  sent.set(keyOf(sending), message);
  lastSentAt.set(userId, row.created_at);
  return message;
}

/** Ids of users have no blanks. */
function keyOf({ userId, clientMessageId }: store.Operation): string {
  return `${userId} ${clientMessageId}`;
}

/** @throws whatever is not a refusal. */
function outcomeOf<R>(work: () => R): Outcome<R> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
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
function requireRest(last: Date | undefined, slowModeSeconds: number, nowMs: number): void {
  const restMs = last ? last.getTime() + slowModeSeconds * 1000 - nowMs : 0;
  if (restMs > 0) throw chatErrors.slow_mode({ retryAfterSeconds: Math.ceil(restMs / 1000) });
}

/** The metadata as it will be read from the database. @throws AppError `chat.metadata_too_large`. */
function readMetadata({ metadata }: SendChatMessageRequest): JsonObject | null {
  if (metadata === undefined) return null;
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw chatErrors.metadata_too_large({
      violations: [{ field: 'metadata', ...chatReasons.too_many_bytes({ max: maxMetadataBytes }) }],
    });
  return JSON.parse(text) as JsonObject;
}
