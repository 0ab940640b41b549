import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  ChatPinEventKind,
  type ChatPinSchema,
  type PinChatMessageRequest,
  PinChatMessageRequestSchema,
  PinChatMessageResponseSchema,
  type UnpinChatMessageRequest,
  UnpinChatMessageRequestSchema,
  UnpinChatMessageResponseSchema,
} from '@matinee/contract/gen/service/client/chat_pins_pb.ts';
import type { Call, RoomPrincipal, RoomStanding, UserPrincipal } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import { changePayload } from '../../../../realtime/frames.ts';
import { principalIdOf, type Snapshot } from '../../../../realtime/resource.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { chatErrors } from '../chat.errors.ts';
import type { chatSettings } from '../chat.settings.ts';
import { type ChatTables, lockMessage } from '../chat.store.ts';
import { openTeller } from '../chat-events.ts';
import { toMessage, toSharedMessage } from '../chat-messages.ts';
import { once } from '../once.ts';
import { requireAllowed } from '../sending/sayable.ts';
import * as store from './pins.store.ts';

export interface PinParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingValues<typeof chatSettings>, 'maxPinnedMessagesPerRoom' | 'blockedWords'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Messages that a room keeps in view. [CH17] */
export function makePins(parts: PinParts) {
  const { db, clock, settings } = parts;
  return {
    pin(request: PinChatMessageRequest, { room: { roomId }, principal }: MemberCall) {
      requireAllowed(request.note, settings.blockedWords);
      const repeatable = { roomId, userId: principal.userId, schema: PinChatMessageRequestSchema, request };
      return db.write((tx) =>
        once(tx, clock, repeatable, PinChatMessageResponseSchema, async () => {
          const pin = await pinMessage(parts, tx, roomId, principal, request);
          return create(PinChatMessageResponseSchema, { pin: toPin(pin) });
        }),
      );
    },
    unpin(request: UnpinChatMessageRequest, { room: { roomId }, principal: { userId } }: MemberCall) {
      const repeatable = { roomId, userId, schema: UnpinChatMessageRequestSchema, request };
      return db.write((tx) =>
        once(tx, clock, repeatable, UnpinChatMessageResponseSchema, async () => {
          const { messageId } = request;
          // The lock order of pinning and deletion: the message, then the room's events, then the pin. Another order
          // could deadlock.
          await lockMessage(tx.query(), roomId, messageId, userId);
          const teller = await openTeller(tx, roomId);
          if (!(await store.deletePin(tx.query(), roomId, messageId))) throw chatErrors.not_pinned();
          teller.pins({ kind: ChatPinEventKind.UNPINNED, unpinnedMessageId: messageId, actorId: userId });
          return create(UnpinChatMessageResponseSchema);
        }),
      );
    },
    async list(_: unknown, { room: { roomId }, principal }: Call<RoomPrincipal, RoomStanding>) {
      const pins = await store.listPins(db.query(), roomId, principalIdOf(principal));
      return { pins: pins.map((pin) => toPin(pin)), maxPins: settings.maxPinnedMessagesPerRoom };
    },
    /** All pins, for a new observer. `latest`: the room's last event before the pins were read. */
    async snapshot(roomId: string, latest: number): Promise<Snapshot> {
      const pins = await store.listPins(db.query(), roomId, '');
      const all = pins.map((pin) => toPin(pin, toSharedMessage));
      const value = { eventId: String(latest), kind: ChatPinEventKind.ALL, pins: all };
      return { version: 0, payload: changePayload({ snapshot: true, resource: { case: 'chatPins', value } }) };
    },
  };
}

/** @throws AppError `chat.message_not_found`, `chat.too_many_pins`. */
async function pinMessage(
  { clock, settings }: PinParts,
  tx: Tx,
  roomId: string,
  { userId, username, displayName }: UserPrincipal,
  { messageId, note }: PinChatMessageRequest,
): Promise<store.ListedPin> {
  const queries = tx.query<ChatTables>();
  const row = await lockMessage(queries, roomId, messageId, userId);
  if (!row || row.deleted_at !== null) throw chatErrors.message_not_found();
  // This lock keeps other pins of the room out until the commit, so the count is right.
  const teller = await openTeller(tx, roomId);
  if (!row.is_pinned && (await store.countPins(queries, roomId)) >= settings.maxPinnedMessagesPerRoom) {
    throw chatErrors.too_many_pins();
  }
  const stored = { message_id: messageId, room_id: roomId, pinned_by: userId, pinned_at: dateOf(clock.nowMs()), note };
  await store.upsertPin(queries, stored);
  const pin = { ...stored, pinned_by_username: username, pinned_by_display_name: displayName };
  teller.pins({ kind: ChatPinEventKind.PINNED, pins: [aboutPin(pin)] });
  return { pin, message: { ...row, is_pinned: true } };
}

function toPin({ pin, message }: store.ListedPin, view = toMessage): MessageInitShape<typeof ChatPinSchema> {
  return { ...aboutPin(pin), message: view(message) };
}

function aboutPin(pin: store.ListedPin['pin']) {
  return {
    messageId: pin.message_id,
    pinnedById: pin.pinned_by,
    pinnedByUsername: pin.pinned_by_username,
    pinnedByDisplayName: pin.pinned_by_display_name,
    pinnedAt: timestampFromDate(pin.pinned_at),
    note: pin.note,
  };
}
