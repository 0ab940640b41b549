import { ArrowDown, MessageCircle } from 'lucide-react';
import { Fragment, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ScrollRegion } from '../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../ui/signs/skeleton.tsx';
import { Failure } from '../shell/failure.port.tsx';
import { groupMessages } from './group.ts';
import { DayLine, MessageGroupView, UnreadLine } from './message-group.tsx';
import { PendingMessages } from './pending-messages.tsx';
import type { Chat } from './use-chat.ts';

/** Within this distance of its end, in pixels, the list counts as being at the end. */
const endMargin = 48;

export interface MessageListProps {
  readonly chat: Chat;
  readonly selfId: string;
  readonly isShown: boolean;
}

export function MessageList({ chat, selfId, isShown }: MessageListProps) {
  const { t } = useTranslation('chat');
  const { messages, history, outbox, pending, unread, markSeen } = chat;
  const groups = useMemo(() => groupMessages(messages), [messages]);
  const list = useRef<HTMLDivElement>(null);
  const heightBelow = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const lastId = messages.at(-1)?.id;
  const firstUnreadId = unread[0]?.id;

  const toEnd = useCallback(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  // A new message at the end: stay at the end. Older ones above: keep what somebody reads where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other messages are drawn, and these values stand for them
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isShown) return;
    if (isAtEnd) toEnd();
    else if (element.scrollTop < endMargin) element.scrollTop = element.scrollHeight - heightBelow.current;
    heightBelow.current = element.scrollHeight - element.scrollTop;
  }, [messages, pending, isShown, isAtEnd, toEnd]);

  // A banner, a longer draft or the keyboard of a phone makes the list shorter. Its end must stay in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is there once the history is
  useEffect(() => {
    const element = list.current;
    if (!element || !isAtEnd) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAtEnd, toEnd, history.isLoading]);

  useEffect(() => {
    const look = () => {
      if (isShown && isAtEnd && document.visibilityState === 'visible' && lastId) markSeen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isShown, isAtEnd, lastId, markSeen]);

  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    heightBelow.current = element.scrollHeight - element.scrollTop;
    setAtEnd(heightBelow.current - element.clientHeight < endMargin);
    if (element.scrollTop < endMargin && history.hasOlder && !history.isLoadingOlder) history.loadOlder();
  };

  if (history.isLoading) return <MessageSkeletons label={t('loading')} />;
  if (history.error && messages.length === 0) return <Failure error={history.error} onRetry={history.retry} />;
  const isEmpty = groups.length === 0 && pending.length === 0;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ScrollRegion ref={list} role="log" label={t('messages')} onScroll={onScroll} className="px-4 py-3">
        {history.isLoadingOlder && <p className="py-2 text-center text-sm text-muted">{t('loadingOlder')}</p>}
        {isEmpty && <EmptyState icon={<MessageCircle aria-hidden="true" />} title={t('empty')} text={t('emptyText')} />}
        {groups.map((group) => (
          <Fragment key={group.key}>
            {group.startsDay && <DayLine date={group.startedAt} />}
            {group.messages.some((message) => message.id === firstUnreadId) && <UnreadLine />}
            <MessageGroupView group={group} isOwn={group.userId === selfId} />
          </Fragment>
        ))}
        <PendingMessages pending={pending} outbox={outbox} />
      </ScrollRegion>
      {!isAtEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
          <Button
            kind={unread.length > 0 ? 'primary' : 'secondary'}
            className="pointer-events-auto shadow-raised"
            icon={<ArrowDown size={16} aria-hidden="true" />}
            onClick={toEnd}
          >
            {unread.length > 0 ? t('newMessages', { count: unread.length }) : t('toEnd')}
          </Button>
        </div>
      )}
    </div>
  );
}

function MessageSkeletons({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid flex-1 content-end gap-4 p-4">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="h-12 w-4/5" />
      <Skeleton className="h-12 w-2/5" />
    </div>
  );
}
