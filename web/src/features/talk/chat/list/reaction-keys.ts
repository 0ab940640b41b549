import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { isEditable } from '../../../../ui/is-editable.ts';
import { isLayerOpen } from '../../../../ui/open-layer.ts';
import { mayBeShortcut } from '../../../../ui/shortcuts.ts';
import { useMessageActions } from './message-actions.ts';

/** The most common reactions. On a message with the focus, their positions are keys. */
export const usualReactions = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

/**
 * Keys of the message that `tools` belong to, while the focus is in it: 1 to 6 add the usual reactions, E and + open
 * all emoji. They take precedence over the keys of the room. [WC9]
 */
export function useReactionKeys(
  tools: RefObject<HTMLElement | null>,
  message: ChatMessage,
  mayReact: boolean,
  onMore: () => void,
): void {
  const { toggleReaction } = useMessageActions();
  const press = useRef((_: string): boolean => false);
  press.current = (key) => {
    const usual = usualReactions[Number(key) - 1];
    if (usual !== undefined) void toggleReaction(message, usual);
    else if (key === '+' || key.toLowerCase() === 'e') onMore();
    else return false;
    return true;
  };
  useEffect(() => {
    const row = tools.current?.closest<HTMLElement>('[data-message]');
    if (!row || !mayReact) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || isLayerOpen()) return;
      if (isEditable(event.target as HTMLElement) || !press.current(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    row.addEventListener('keydown', onKeyDown);
    return () => row.removeEventListener('keydown', onKeyDown);
  }, [tools, mayReact]);
}
