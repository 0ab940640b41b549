import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { whenLayersClosed } from '../../../ui/open-layer.ts';
import { useChatScope } from './chat-scope.tsx';
import { useMessageActions } from './list/message-actions.ts';

/** The messages that the list holds, whatever part it shows, oldest first. */
export function useHeldMessages(): readonly ChatMessage[] {
  return useChatScope().messages;
}

/**
 * Shows a message in the list, with the messages around it, once the dialog that asks for it has closed. A toast tells
 * of failures.
 */
export function useGoTo(): (id: string) => void {
  const { goTo } = useMessageActions();
  // A closing dialog gives the focus back in a task of its own, which runs before this one.
  return (id) => whenLayersClosed(() => setTimeout(() => void goTo(id)));
}
