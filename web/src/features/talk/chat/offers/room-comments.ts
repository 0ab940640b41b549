import type { ChatMessage, DanmakuComment } from '@matinee/contract/gen/api.ts';
import { useMemo, useRef } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { ArrivingComments } from '../../../../room/room-offers.ts';
import { useBlockedIds } from '../../../people/blocks/blocks.port.ts';
import { chatEvents } from '../resources.ts';

/** Longest text over the film, in code points. */
const longest = 200;

/**
 * New messages of the room as comments over its film, without the messages of blocked people. The object stays the same
 * while the room does. [WC18]
 */
export function useRoomComments(room: RoomConnection): ArrivingComments {
  const blocked = useRef<ReadonlySet<string>>(new Set());
  blocked.current = useBlockedIds();
  return useMemo(() => {
    const store = room.resources.store(chatEvents);
    return {
      subscribe(onComment) {
        let lastId = store.get()?.messages.at(-1)?.id ?? '';
        return store.subscribe(() => {
          const fresh = store.get()?.messages.filter(({ id }) => id > lastId) ?? [];
          lastId = fresh.at(-1)?.id ?? lastId;
          for (const message of fresh)
            if (!blocked.current.has(message.user_id) && !message.deleted && message.content !== '')
              onComment(commentOf(message));
        });
      },
    };
  }, [room]);
}

/**
 * A message as a comment over the film: in one line, with the place and the colour that its author chose. Pure. [WC18]
 */
export function commentOf({ content, display_position, display_color }: ChatMessage): DanmakuComment {
  return {
    position_seconds: 0,
    mode: display_position === 'top' || display_position === 'bottom' ? display_position : 'scroll',
    color: display_color === '' ? '#ffffff' : display_color.toLowerCase(),
    size: 'normal',
    text: [...content.replace(/\s+/gu, ' ')].slice(0, longest).join(''),
  };
}
