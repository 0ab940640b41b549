import { Suspense, useCallback, useMemo, useState } from 'react';
import { lazily } from '../../../../ui/lazily.tsx';
import { lastOwn } from '../composing/writing.ts';
import type { DrawnRows } from './heights.ts';
import type { MessageLine } from './lines.ts';
import { MessageItem } from './message-item.tsx';
import type { MessageQuestionProps } from './message-question.tsx';

const Asked = lazily(() => import('./message-question.tsx').then((module) => module.MessageQuestion));

export interface DrawnMessagesProps {
  readonly lines: readonly MessageLine[];
  readonly drawn: DrawnRows;
  readonly selfId: string;
  readonly firstUnreadId: string | undefined;
}

/** The messages in and around the visible part, and empty space for the others. */
export function DrawnMessages({ lines, drawn, selfId, firstUnreadId }: DrawnMessagesProps) {
  const byId = useMemo(() => new Map(lines.map(({ message }) => [message.id, message])), [lines]);
  const [activeId, setActiveId] = useState<string>();
  const [asked, setAsked] = useState<MessageQuestionProps>();
  const shown = lines.slice(drawn.start, drawn.end);
  const ownId = lastOwn(
    lines.map(({ message }) => message),
    selfId,
  )?.id;
  const stopId = tabStop(shown, activeId);
  const onAsk = useCallback((about: MessageQuestionProps) => setAsked(about), []);
  return (
    <>
      <div style={{ height: drawn.before }} />
      {shown.map(({ message, startsGroup, startsDay, joined, isFolded = false }) => (
        <MessageItem
          key={message.id}
          message={message}
          startsGroup={startsGroup}
          startsDay={startsDay}
          joined={joined}
          isFolded={isFolded}
          isOwn={message.user_id === selfId}
          isFirstUnread={message.id === firstUnreadId}
          isActive={message.id === activeId}
          isTabStop={message.id === stopId}
          hasReceipts={message.id === ownId}
          answered={message.reply_to_message_id ? byId.get(message.reply_to_message_id) : undefined}
          onActive={setActiveId}
          onAsk={onAsk}
        />
      ))}
      <div style={{ height: drawn.after }} />
      <Suspense>{asked && <Asked {...asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </>
  );
}

/** Where Tab enters the list: the active message, or the newest one with actions. [WC8] */
function tabStop(shown: readonly MessageLine[], activeId: string | undefined): string | undefined {
  const rows = shown.filter(({ message: { deleted, system } }) => !deleted && !system);
  return (rows.find(({ message }) => message.id === activeId) ?? rows.at(-1))?.message.id;
}
