import type { ChatAttachmentReference, ChatMention, ChatMessage } from '@matinee/contract/gen/api.ts';
import { makeId } from '../../../client/room/connection.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore, type Store, type WritableStore } from '../../../client/store.ts';
import type { SpeechMetadata } from '../../../room/room-offers.ts';
import type { OutgoingFiles } from '../chat-files/outgoing.ts';

/** The parts of a message besides its text. */
export interface MessageExtras {
  /** Data for other clients, such as a request that the message carries. */
  readonly metadata?: SpeechMetadata | undefined;
  readonly mentions?: readonly ChatMention[] | undefined;
  readonly replyToId?: string | undefined;
  /** Its place over the film: `scroll`, `top` or `bottom`. */
  readonly displayPosition?: string | undefined;
  /** `#rrggbb`. */
  readonly displayColor?: string | undefined;
  /** Files of the message. It is sent when the server has them. */
  readonly files?: OutgoingFiles | undefined;
}

/** A message that has not arrived in the room yet. */
export interface OutgoingMessage extends MessageExtras {
  readonly clientMessageId: string;
  readonly content: string;
  /** `waiting`: for the connection. `failed`: the server refused it. */
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  readonly error?: unknown;
}

/**
 * The messages on their way. Each keeps its id, so that the server and this page recognise a repeated one. [WC4] [CS5]
 */
export interface ChatOutbox {
  readonly outgoing: Store<readonly OutgoingMessage[]>;
  send(content: string, extras?: MessageExtras): void;
  retry(clientMessageId: string): void;
  discard(clientMessageId: string): void;
  /** Removes the messages that have arrived. */
  settle(messages: readonly ChatMessage[]): void;
  /** Sends the waiting messages whenever the connection is back. @returns a function that ends this. */
  start(): () => void;
}

/**
 * Codes of `room.command` after which the server may not have the message. It is sent again when the connection is
 * back.
 */
const lostCodes: readonly unknown[] = ['offline', 'connection_lost'];

/** Keeps unsent messages beyond the page. [WCF13] */
export interface MessageStorage {
  keep(message: OutgoingMessage): void;
  forget(clientMessageId: string): void;
  /** The messages that earlier pages did not send. */
  restore(): Promise<readonly OutgoingMessage[]>;
}

/** Makes the outbox of a room's chat. */
export function makeOutbox(
  room: Pick<RoomConnection, 'command' | 'connection'>,
  kept: () => Promise<MessageStorage> = async () => forgetful,
): ChatOutbox {
  const outgoing = makeStore<readonly OutgoingMessage[]>([]);

  const dispatch = makeDispatch(room, outgoing, kept);

  /** Keeps the messages in `left`. All others release their files. */
  function keep(left: readonly OutgoingMessage[]): void {
    for (const message of outgoing.get()) {
      if (left.includes(message)) continue;
      message.files?.discard();
      void kept().then(({ forget }) => forget(message.clientMessageId));
    }
    outgoing.set(left);
  }

  function resend(): void {
    if (room.connection.get().state !== 'open') return;
    for (const message of outgoing.get()) if (message.state === 'waiting') void dispatch(message);
  }

  async function restore(): Promise<void> {
    const found = await (await kept()).restore();
    const held = new Set(outgoing.get().map(({ clientMessageId }) => clientMessageId));
    const earlier = found.filter(({ clientMessageId }) => !held.has(clientMessageId));
    if (earlier.length === 0) return;
    outgoing.set([...earlier, ...outgoing.get()]);
    resend();
  }

  return {
    outgoing,
    send(content, extras = {}) {
      const message: OutgoingMessage = { ...extras, clientMessageId: makeId(), content, state: 'sending' };
      outgoing.set([...outgoing.get(), message]);
      void kept().then(({ keep: keepMessage }) => keepMessage(message));
      void dispatch(message);
    },
    retry(id) {
      const message = outgoing.get().find(({ clientMessageId, state }) => clientMessageId === id && state === 'failed');
      if (message) void dispatch(message);
    },
    discard: (id) => keep(outgoing.get().filter(({ clientMessageId }) => clientMessageId !== id)),
    settle(messages) {
      const left = stillPending(outgoing.get(), messages);
      if (left.length < outgoing.get().length) keep(left);
    },
    start() {
      void restore();
      return room.connection.subscribe(resend);
    },
  };
}

/** @returns a function that sends a message, and follows its state */
function makeDispatch(
  room: Pick<RoomConnection, 'command'>,
  outgoing: WritableStore<readonly OutgoingMessage[]>,
  kept: () => Promise<MessageStorage>,
) {
  function change(id: string, state: OutgoingMessage['state'], error?: unknown): void {
    outgoing.set(
      outgoing.get().map((message) => (message.clientMessageId === id ? { ...message, state, error } : message)),
    );
  }

  return async function dispatch(message: OutgoingMessage, isAgain = false): Promise<void> {
    const { clientMessageId: id, files } = message;
    change(id, 'sending');
    try {
      const attachments = files ? await files.references() : [];
      await room.command({ send_chat_message: requestOf(message, attachments) }, { id, isPatient: true });
      void kept().then(({ forget }) => forget(id));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (lostCodes.includes(code)) change(id, 'waiting');
      else if (code === 'chat.attachment_not_found' && files && !isAgain) {
        files.forget();
        await dispatch(message, true);
      }
      // `closed`: the page leaves the room, so this list is no longer shown.
      else if (code !== 'closed') change(id, 'failed', error);
    }
  };
}

const forgetful: MessageStorage = { keep() {}, forget() {}, restore: async () => [] };

function requestOf(message: OutgoingMessage, attachments: readonly ChatAttachmentReference[]) {
  const { clientMessageId, content, metadata, mentions = [], replyToId, displayPosition, displayColor } = message;
  return {
    client_message_id: clientMessageId,
    content,
    ...(metadata ? { metadata } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(replyToId === undefined ? {} : { reply_to_message_id: replyToId }),
    ...(displayPosition ? { display_position: displayPosition } : {}),
    ...(displayColor ? { display_color: displayColor } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

/** The messages of `outgoing` that have not arrived yet. [WC4] */
export function stillPending(
  outgoing: readonly OutgoingMessage[],
  messages: readonly ChatMessage[],
): readonly OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.client_message_id));
  return outgoing.filter((message) => !arrived.has(message.clientMessageId));
}
