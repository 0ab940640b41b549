import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../client/room/room.ts';
import { useErrorText } from '../../client/words/error-text.ts';
import { loadErrorTexts } from '../../client/words/texts.ts';
import { type OutgoingMessage, stillPending, withState } from './outbox.ts';

export interface Outbox {
  readonly pending: readonly OutgoingMessage[];
  readonly send: (content: string) => void;
  readonly retry: (clientMessageId: string) => void;
  readonly discard: (clientMessageId: string) => void;
}

/** Failures that say nothing about the message: it was sent again, or the room's screen is gone. */
const silentCodes: readonly unknown[] = ['superseded', 'closed'];

/** Messages on their way over the room's socket, which keeps those that a lost connection caught and sends them when it is back. [WC4] */
export function useOutbox(room: RoomConnection, messages: readonly ChatMessage[]): Outbox {
  const errorText = useErrorText();
  const [outgoing, setOutgoing] = useState<readonly OutgoingMessage[]>([]);

  const dispatch = async (client_message_id: string, content: string) => {
    try {
      await room.command({ send_chat_message: { client_message_id, content } });
    } catch (error) {
      if (silentCodes.includes((error as { code?: unknown }).code)) return;
      await loadErrorTexts();
      setOutgoing((list) => withState(list, client_message_id, 'failed', errorText(error)));
    }
  };

  // What has arrived need not be remembered.
  useEffect(() => {
    setOutgoing((list) => {
      const left = stillPending(list, messages);
      return left.length === list.length ? list : left;
    });
  }, [messages]);

  return {
    pending: stillPending(outgoing, messages),
    send(content) {
      const clientMessageId = crypto.getRandomValues(new Uint32Array(4)).join('-');
      setOutgoing((list) => [...list, { clientMessageId, content, state: 'sending' }]);
      void dispatch(clientMessageId, content);
    },
    retry(clientMessageId) {
      const message = outgoing.find((candidate) => candidate.clientMessageId === clientMessageId);
      if (!message) return;
      setOutgoing((list) => withState(list, clientMessageId, 'sending'));
      void dispatch(clientMessageId, message.content);
    },
    discard: (clientMessageId) =>
      setOutgoing((list) => list.filter((message) => message.clientMessageId !== clientMessageId)),
  };
}
