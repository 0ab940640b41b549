import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** Longest message, in code points (contract, `SendChatMessageRequest.content`). */
export const maxMessageLength = 500;

/** A message on its way; `failed`: the server said no. */
export interface OutgoingMessage {
  readonly clientMessageId: string;
  readonly content: string;
  readonly state: 'sending' | 'failed';
  readonly reason?: string;
}

/** The text as it would be sent. @returns undefined when it is empty or too long. [WC6] */
export function toContent(draft: string): string | undefined {
  const content = draft.trim();
  return content && [...content].length <= maxMessageLength ? content : undefined;
}

/** What is still on its way, given what has arrived. [WC4] */
export function stillPending(
  outgoing: readonly OutgoingMessage[],
  messages: readonly ChatMessage[],
): readonly OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.client_message_id));
  return outgoing.filter((message) => !arrived.has(message.clientMessageId));
}

/** The list with one entry changed; an entry that is gone stays gone. */
export function withState(
  outgoing: readonly OutgoingMessage[],
  clientMessageId: string,
  state: OutgoingMessage['state'],
  reason?: string,
): readonly OutgoingMessage[] {
  return outgoing.map((message) =>
    message.clientMessageId === clientMessageId
      ? { clientMessageId, content: message.content, state, ...(reason ? { reason } : {}) }
      : message,
  );
}
