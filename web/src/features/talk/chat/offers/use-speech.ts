import type { Speech } from '../../../../room/room-offers.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useChatScope, useClosed } from '../chat-scope.tsx';

/** Lets other features write into the chat, and read its messages. */
export function useSpeech(): Speech {
  const { showPanel } = useRoom();
  const { outbox, latest } = useChatScope();
  if (useClosed()) return { say: undefined, latest };
  return {
    say(content, metadata) {
      outbox.send(content, { metadata });
      showPanel('chat');
    },
    latest,
  };
}
