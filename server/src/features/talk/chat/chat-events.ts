import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ChatMessageEventSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { ChatPinEventSchema } from '@matinee/contract/gen/service/client/chat_pins_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';

/** Kind of the events of a room's chat. */
export const chatKind = 'chatEvents';
/** Kind of the events of server notices in the chat. */
export const noticesKind = 'chatNotices';
/** Kind of the events of a room's pinned messages. */
export const pinsKind = 'chatPins';
/** Kind of the events about changes to stored events. */
export const erasureKind = 'chatErasures';

type ChatEventContent<S extends typeof ChatMessageEventSchema | typeof ChatPinEventSchema> = Omit<
  Exclude<MessageInitShape<S>, { $typeName: string }>,
  'eventId'
>;

/**
 * Sends chat events to a room, in a transaction that holds the lock of the room's events. Each event carries its own
 * cursor. [CH4]
 */
export interface ChatTeller {
  /** @returns the event's sequence number. */
  chat(event: ChatEventContent<typeof ChatMessageEventSchema>): number;
  /** A server notice. @returns the event's sequence number. */
  notice(event: ChatEventContent<typeof ChatMessageEventSchema>): number;
  pins(event: ChatEventContent<typeof ChatPinEventSchema>): number;
  /** Reports that stored events were changed. */
  erased(): void;
}

/**
 * Takes the lock of the room's events until the transaction ends. From then on, all events of the room in this
 * transaction must go through the teller.
 */
export async function openTeller(tx: Tx, roomId: string): Promise<ChatTeller> {
  return makeTeller(tx, roomId, await tx.nextSequence(roomId));
}

/** `next`: sequence number of the room's next event. */
export function makeTeller(tx: Tx, roomId: string, next: number): ChatTeller {
  let sequence = next;
  function tell(kind: string, payload: Uint8Array): number {
    tx.emit({ topic: roomId, kind, payload });
    return sequence++;
  }
  return {
    chat: (event) => tell(chatKind, chatPayload(sequence, event)),
    notice: (event) => tell(noticesKind, chatPayload(sequence, event)),
    pins: (event) => {
      const value = { ...event, eventId: String(sequence) };
      return tell(pinsKind, changePayload({ resource: { case: 'chatPins', value } }));
    },
    erased: () => void tell(erasureKind, new Uint8Array()),
  };
}

/** Payload of a chat event, the same for the whole room. */
export function chatPayload(sequence: number, event: ChatEventContent<typeof ChatMessageEventSchema>): Uint8Array {
  return changePayload({ resource: { case: 'chatEvent', value: { ...event, eventId: String(sequence) } } });
}
