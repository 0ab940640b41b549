import { useRoom } from '../room/room-scope.port.ts';
import { useChatScope, useClosed } from './chat-scope.tsx';

/** Says something in the chat for the person at this page, and shows it; undefined: they may not write. */
export function useSay(): ((content: string) => void) | undefined {
  const { showPanel } = useRoom();
  const { outbox } = useChatScope();
  if (useClosed()) return undefined;
  return (content) => {
    outbox.send(content);
    showPanel('chat');
  };
}
