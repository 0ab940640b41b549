import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { lastOwn } from '../composing/writing.ts';
import type { DrawnRows } from './heights.ts';
import type { MessageLine } from './lines.ts';
import { MessageItem } from './message-item.tsx';

const DeleteQuestion = lazily(() => import('./delete-question.tsx').then((module) => module.DeleteQuestion));

export interface DrawnMessagesProps {
  readonly lines: readonly MessageLine[];
  readonly drawn: DrawnRows;
  readonly selfId: string;
  readonly firstUnreadId: string | undefined;
}

/** The messages in sight and around it, and the room that the others take. */
export function DrawnMessages({ lines, drawn, selfId, firstUnreadId }: DrawnMessagesProps) {
  const byId = useMemo(() => new Map(lines.map(({ message }) => [message.id, message])), [lines]);
  const [activeId, setActiveId] = useState<string>();
  const [deleting, setDeleting] = useState<ChatMessage>();
  const shown = lines.slice(drawn.start, drawn.end);
  const ownId = lastOwn(
    lines.map(({ message }) => message),
    selfId,
  )?.id;
  const stopId = tabStop(shown, activeId);
  const onDelete = useCallback((message: ChatMessage) => setDeleting(message), []);
  return (
    <>
      <div style={{ height: drawn.before }} />
      {shown.map(({ message, startsGroup, startsDay }) => (
        <MessageItem
          key={message.id}
          message={message}
          startsGroup={startsGroup}
          startsDay={startsDay}
          isOwn={message.user_id === selfId}
          isFirstUnread={message.id === firstUnreadId}
          isActive={message.id === activeId}
          isTabStop={message.id === stopId}
          hasReceipts={message.id === ownId}
          answered={message.reply_to_message_id ? byId.get(message.reply_to_message_id) : undefined}
          onActive={setActiveId}
          onDelete={onDelete}
        />
      ))}
      <div style={{ height: drawn.after }} />
      <Suspense>{deleting && <DeleteQuestion message={deleting} onClose={() => setDeleting(undefined)} />}</Suspense>
    </>
  );
}

/** Where Tab enters the list: the active message, or the newest one that something can be done with. [WC8] */
function tabStop(shown: readonly MessageLine[], activeId: string | undefined): string | undefined {
  const rows = shown.filter(({ message: { deleted, system } }) => !deleted && !system);
  return (rows.find(({ message }) => message.id === activeId) ?? rows.at(-1))?.message.id;
}
