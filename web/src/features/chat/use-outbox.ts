import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../app/error-text.ts';
import type { RoomConnection } from '../../client/room.ts';
import { type OutgoingMessage, stillPending, withState } from './outbox.ts';

export interface Outbox {
  readonly pending: readonly OutgoingMessage[];
  readonly send: (content: string) => void;
  readonly retry: (clientMessageId: string) => void;
  readonly discard: (clientMessageId: string) => void;
}

/** Messages on their way over the room's socket. Those that were caught by a lost connection go out again when it is back. [WC4] */
export function useOutbox(
  roomId: string,
  room: RoomConnection,
  isConnected: boolean,
  messages: readonly ChatMessage[],
): Outbox {
  const errorText = useErrorText();
  const [outgoing, setOutgoing] = useState<readonly OutgoingMessage[]>([]);
  const connected = useRef(isConnected);
  connected.current = isConnected;

  const dispatch = useCallback(
    async (clientMessageId: string, content: string) => {
      if (!connected.current) {
        setOutgoing((list) => withState(list, clientMessageId, 'waiting'));
        return;
      }
      setOutgoing((list) => withState(list, clientMessageId, 'sending'));
      try {
        await room.command({
          send_chat_message: {
            room_id: roomId,
            client_message_id: clientMessageId,
            content,
            display_position: '',
            display_color: '',
          },
        });
      } catch (error) {
        const isLost = !connected.current;
        setOutgoing((list) =>
          isLost ? withState(list, clientMessageId, 'waiting') : withState(list, clientMessageId, 'failed', errorText(error)),
        );
      }
    },
    [room, roomId, errorText],
  );

  useEffect(() => {
    if (!isConnected) return;
    for (const message of outgoing) {
      if (message.state === 'waiting') void dispatch(message.clientMessageId, message.content);
    }
    // Only the return of the connection sends again; what waits was put there while it was gone.
  }, [isConnected]);

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
      if (message) void dispatch(clientMessageId, message.content);
    },
    discard: (clientMessageId) =>
      setOutgoing((list) => list.filter((message) => message.clientMessageId !== clientMessageId)),
  };
}
