import type { JsonObject } from '@bufbuild/protobuf';
import {
  ChatEventKind,
  type ChatMessage,
  type SendChatMessageRequest,
} from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Outcome } from '../../../../kernel/batcher.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import { batchedWrite } from '../../../../store/batched-write.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import type { ChatFiles } from '../../../files/files/files.port.ts';
import { roomErrors } from '../../../rooms/rooms/rooms.errors.ts';
import type { Rooms } from '../../../rooms/rooms/rooms.port.ts';
import type { PlaybackPort } from '../../../watching/playback/playback.port.ts';
import { blankMessage } from '../blank-message.ts';
import { chatErrors, chatReasons } from '../chat.errors.ts';
import type { chatSettings } from '../chat.settings.ts';
import * as store from '../chat.store.ts';
import { makeTeller } from '../chat-events.ts';
import { toNewMessage, toSharedMessage } from '../chat-messages.ts';
import type { Mentioning } from '../mentioning/mentioning.ts';
import { type Attaching, attachTo, openAttachments, takeAttachments } from './attaching.ts';
import { readMentions } from './mentions.ts';
import { requireVoice } from './quiet.ts';
import { requireAllowed, requireText } from './sayable.ts';

/** Every member receives the metadata with the message, and a page of the history has up to 100 messages. */
const maxMetadataBytes = 4_096;

export interface SendingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rooms: Rooms;
  readonly settings: Pick<SettingValues<typeof chatSettings>, 'blockedWords'>;
  readonly playback: Pick<PlaybackPort, 'moment'>;
  readonly files: ChatFiles;
  readonly mentioning: Pick<Mentioning, 'note'>;
}

/** A message to send, checked as far as possible without the database. */
interface Sending extends store.Operation, Attaching {
  readonly request: SendChatMessageRequest;
  readonly metadata: JsonObject | null;
  readonly role: RoomRole;
}

/** The facts about a room that hold until the commit, and the messages stored so far in the transaction. */
interface Storing {
  readonly roomId: string;
  readonly senders: ReadonlyMap<string, store.Sender>;
  readonly settings: Awaited<ReturnType<Rooms['getSettings']>>;
  readonly moment: Awaited<ReturnType<PlaybackPort['moment']>>;
  /** Names of the mentioned members, by id. */
  readonly mentioned: ReadonlyMap<string, string>;
  /** Messages that may be answered. */
  readonly answerable: ReadonlySet<string>;
  /** Messages of earlier operations, by user and `client_message_id`. */
  readonly sent: Map<string, ChatMessage>;
  /** Time of each sender's last message. Read for slow mode only. */
  readonly lastSentAt: Map<string, Date>;
  readonly rows: store.MessageRow[];
  /** The same messages as clients see them. */
  readonly messages: ChatMessage[];
  /** Files that the messages may take. */
  readonly files: Awaited<ReturnType<typeof takeAttachments>>;
}

/**
 * Makes the function that stores a message and sends it to the room. Messages of a room that arrive while one is being
 * stored share the next transaction, so that the room's other changes wait for few transactions. [CH1]–[CH3] [CH5]
 * [CH8]–[CH11]
 */
export function makeSendMessage(parts: SendingParts) {
  const send = batchedWrite<Sending, ChatMessage>({
    db: parts.db,
    applyAll: (tx, roomId, sendings) => storeAll(parts, tx, roomId, sendings),
  });
  return async (request: SendChatMessageRequest, { room, principal }: Call<UserPrincipal, RoomStanding>) => {
    if (request.attachments.length === 0) requireText(request.content);
    requireAllowed(request.content, parts.settings.blockedWords);
    const metadata = readMetadata(request);
    const taken = await openAttachments(parts.files, request.attachments, principal);
    const { clientMessageId } = request;
    const sending = { request, metadata, taken, clientMessageId, userId: principal.userId, role: room.role };
    return { message: await send(room.roomId, sending) };
  };
}

/**
 * Sends all independent statements in one round trip. From `nextSequence` to the commit, the transaction holds the lock
 * of the room's events. So the messages of a room are stored one after another: their ids have the order of their
 * events, slow mode sees every earlier message, and repeated sendings are found. [CH2] [CH3] [CH8] @returns for each
 * sending the first message of its operation.
 */
async function storeAll(
  parts: SendingParts,
  tx: Tx,
  roomId: string,
  sendings: readonly Sending[],
): Promise<Outcome<ChatMessage>[]> {
  const queries = tx.query<store.ChatTables>();
  const userIds = [...new Set(sendings.map(({ userId }) => userId))];
  const [senders, files, mentioned, answerable, settings, moment, sequence, sentIds] = await Promise.all([
    store.lockSenders(queries, roomId, userIds),
    takeAttachments(parts.files, tx, roomId, sendings),
    store.listMemberNames(queries, roomId, mentionedBy(sendings)),
    store.listAnswerable(queries, roomId, answeredBy(sendings)),
    parts.rooms.getSettings(roomId, tx),
    parts.playback.moment(tx, roomId),
    tx.nextSequence(roomId),
    store.findSentIds(queries, roomId, sendings),
  ]);
  const lastSentAt = await (settings.slowModeSeconds > 0
    ? store.listLastSentAt(queries, roomId, userIds)
    : new Map<string, Date>());
  const sent = sentIds.length === 0 ? [] : await store.findMessages(queries, roomId, sentIds);
  const stored = new Map(
    sent.map((row) => [keyOf({ userId: row.user_id, clientMessageId: row.client_message_id }), toSharedMessage(row)]),
  );
  const room = { roomId, senders, mentioned, answerable, settings, moment, files };
  const storing: Storing = { ...room, sent: stored, lastSentAt, rows: [], messages: [] };
  const outcomes = sendings.map((sending) => outcomeOf(() => storeOne(parts, storing, sending)));
  const teller = makeTeller(tx, roomId, sequence);
  const { rows } = storing;
  for (const [place, row] of rows.entries())
    row.event_sequences = [teller.chat({ kind: ChatEventKind.SENT, message: storing.messages[place]! })];
  if (rows.length > 0) tx.finish(store.insertingMessages(queries, rows));
  parts.mentioning.note(tx, rows);
  attachTo(parts.files, tx, files, rows);
  return outcomes;
}

function mentionedBy(sendings: readonly Sending[]): string[] {
  return [...new Set(sendings.flatMap(({ request }) => request.mentions.map(({ userId }) => userId)))];
}

function answeredBy(sendings: readonly Sending[]): string[] {
  return [...new Set(sendings.flatMap(({ request }) => request.replyToMessageId ?? []))];
}

/** Adds the message to the stored ones, unless it was sent before. @throws AppError if the room does not allow it. */
function storeOne(
  { clock, ids, settings: { blockedWords } }: SendingParts,
  storing: Storing,
  sending: Sending,
): ChatMessage {
  const { roomId, senders, settings, moment, sent, lastSentAt } = storing;
  const { request, userId } = sending;
  const sender = senders.get(userId);
  if (!sender) throw roomErrors.not_found();
  if (!settings.chatEnabled) throw chatErrors.disabled();
  const before = sent.get(keyOf(sending));
  if (before) return before;
  requireVoice(settings, moment, sending.role);
  const { replyToMessageId } = request;
  if (replyToMessageId !== undefined && !storing.answerable.has(replyToMessageId)) throw chatErrors.reply_not_found();
  const nowMs = clock.nowMs();
  if (settings.slowModeSeconds > 0) requireRest(lastSentAt.get(userId), settings.slowModeSeconds, nowMs);
  const { id: user_id, ...names } = sender;
  const row = blankMessage(ids.make('msg'), roomId, dateOf(nowMs), { user_id, ...names });
  row.client_message_id = request.clientMessageId;
  row.content = request.content;
  row.display_position = request.displayPosition;
  row.display_color = request.displayColor;
  row.metadata = sending.metadata;
  row.playback_media_id = moment?.mediaId ?? null;
  row.playback_playlist_id = moment?.playlistId ?? null;
  row.playback_position_seconds = moment?.positionSeconds ?? null;
  row.playback_target = moment?.target ?? null;
  row.playback_target_hash = moment?.targetHash ?? null;
  row.mentions = readMentions(request.content, request.mentions, storing.mentioned);
  row.reply_to_message_id = replyToMessageId ?? null;
  const attached = storing.files.give(row.id, sending);
  for (const { name } of attached) requireAllowed(name, blockedWords);
  const message = toNewMessage(row, attached);
  storing.rows.push(row);
  storing.messages.push(message);
  sent.set(keyOf(sending), message);
  lastSentAt.set(userId, row.created_at);
  return message;
}

/** User ids contain no spaces. */
function keyOf({ userId, clientMessageId }: store.Operation): string {
  return `${userId} ${clientMessageId}`;
}

/** @throws any error that is not a refusal. */
function outcomeOf<R>(work: () => R): Outcome<R> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/** @throws AppError `chat.slow_mode` while the sender has to wait. */
function requireRest(last: Date | undefined, slowModeSeconds: number, nowMs: number): void {
  const restMs = last ? last.getTime() + slowModeSeconds * 1000 - nowMs : 0;
  if (restMs > 0) throw chatErrors.slow_mode({ retryAfterSeconds: Math.ceil(restMs / 1000) });
}

/** The metadata as the database will return it. @throws AppError `chat.metadata_too_large`. */
function readMetadata({ metadata }: SendChatMessageRequest): JsonObject | null {
  if (metadata === undefined) return null;
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw chatErrors.metadata_too_large({
      violations: [{ field: 'metadata', ...chatReasons.too_many_bytes({ max: maxMetadataBytes }) }],
    });
  return JSON.parse(text) as JsonObject;
}
