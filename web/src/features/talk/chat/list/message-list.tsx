import { ArrowDown, ArrowUp, MessageCircle } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button, type ButtonProps } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { ScrollRegion } from '../../../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { Failure } from '../../../shared/shell/failure.port.tsx';
import type { Chat } from '../use-chat.ts';
import { DrawnMessages } from './drawn-messages.tsx';
import { linesOf } from './lines.ts';
import { useMessageActions } from './message-actions.ts';
import { PendingMessages } from './pending-messages.tsx';
import { type DrawnList, useDrawnRows } from './use-drawn-rows.ts';
import { useLineAbove } from './use-line-above.ts';
import { walkRows } from './walk-rows.ts';

/** More messages are requested when this few are left above or below the drawn ones. */
const fewLeft = 24;

export interface MessageListProps {
  readonly chat: Chat;
  readonly selfId: string;
  readonly isShown: boolean;
}

export function MessageList({ chat, selfId, isShown }: MessageListProps) {
  const { t } = useTranslation('chat');
  const { messages, history, outbox, pending, unread } = chat;
  const lines = useMemo(() => linesOf(messages), [messages]);
  const ids = useMemo(() => messages.map(({ id }) => id), [messages]);
  const list = useRef<HTMLDivElement>(null);
  const drawn = useDrawnRows(list, ids, { isShown, isWhole: !history.hasNewer });
  useMore(chat, drawn);
  const dividerId = useSeen(chat, drawn.isAtEnd, isShown);
  const isLineAbove = useLineAbove(list, { id: dividerId, firstDrawnId: ids[drawn.start], isShown });
  const { goTo } = useMessageActions();
  const count = unread?.count ?? 0;
  const { hasNewer, toNewest: readNewest } = history;
  const { toEnd } = drawn;
  const toNewest = () => void (hasNewer ? readNewest().then(toEnd) : toEnd());
  useTarget(chat, drawn, list);
  useToOwn(pending.length, toNewest);

  if (history.isLoading) return <MessageSkeletons label={t('loading')} />;
  if (history.error && messages.length === 0) return <Failure error={history.error} onRetry={history.retry} />;
  const isEmpty = messages.length === 0 && pending.length === 0;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ScrollRegion
        ref={list}
        role="log"
        label={t('messages')}
        onScroll={drawn.onScroll}
        onKeyDown={walkRows}
        takesFocus={!messages.some(({ deleted, system }) => !deleted && !system)}
        className="px-4 py-3 [overflow-anchor:none]"
      >
        <div>
          {history.loading === 'older' && <p className="sr-only">{t('loadingOlder')}</p>}
          {isEmpty && (
            <EmptyState icon={<MessageCircle aria-hidden="true" />} title={t('empty')} text={t('emptyText')} />
          )}
          <DrawnMessages lines={lines} drawn={drawn} selfId={selfId} firstUnreadId={dividerId} />
          {!history.hasNewer && <PendingMessages pending={pending} outbox={outbox} />}
        </div>
      </ScrollRegion>
      {(!drawn.isAtEnd || history.hasNewer) && (
        <OverList
          place="bottom-3"
          kind={count > 0 ? 'primary' : 'secondary'}
          icon={<ArrowDown size={16} aria-hidden="true" />}
          onClick={toNewest}
        >
          {count > 0 ? t('newMessages', { count }) : t('toEnd')}
        </OverList>
      )}
      <TopButton history={history} onFirstNew={isLineAbove ? () => void goTo(dividerId!) : undefined} />
    </div>
  );
}

/** A button over the messages, in the middle of their upper or lower edge. */
function OverList({ place, kind = 'secondary', ...rest }: ButtonProps & { readonly place: 'top-3' | 'bottom-3' }) {
  return (
    <div className={classNames('pointer-events-none absolute inset-x-0 grid justify-items-center', place)}>
      <Button kind={kind} className="pointer-events-auto shadow-raised" {...rest} />
    </div>
  );
}

interface TopButtonProps {
  readonly history: Chat['history'];
  /** Undefined: the first new message is not above. */
  readonly onFirstNew: (() => void) | undefined;
}

/** Messages that did not load come before new ones. */
function TopButton({ history, onFirstNew }: TopButtonProps) {
  const { t } = useTranslation('chat');
  if (history.error !== undefined) {
    return (
      <OverList place="top-3" onClick={history.retry}>
        {t('notLoaded')}
      </OverList>
    );
  }
  if (!onFirstNew) return null;
  return (
    <OverList place="top-3" icon={<ArrowUp size={16} aria-hidden="true" />} onClick={onFirstNew}>
      {t('toFirstNew')}
    </OverList>
  );
}

/** Loads more messages before the end of the loaded ones scrolls into view. [WC13] */
function useMore({ messages: { length }, history, keepsNewest }: Chat, { start, end, isAtEnd }: DrawnList): void {
  const { loadOlder, loadNewer, loading, error } = history;
  useEffect(() => {
    keepsNewest.current = isAtEnd;
  }, [keepsNewest, isAtEnd]);
  useEffect(() => {
    if (loading !== undefined || error !== undefined || length === 0) return;
    if (start < fewLeft) void loadOlder();
    else if (end > length - fewLeft) void loadNewer();
  }, [start, end, length, loading, error, loadOlder, loadNewer]);
}

/**
 * Marks the messages in the list as seen while the list is at its end and the page is visible. [WC2]
 * @returns the message below the line of the new ones: where the person continues to read
 */
function useSeen(
  { messages, history, unread, markSeen }: Chat,
  isAtEnd: boolean,
  isShown: boolean,
): string | undefined {
  const [dividerId, setDividerId] = useState<string>();
  const begun = useRef(false);
  const lastId = messages.at(-1)?.id;
  const isSeen = isShown && isAtEnd && !history.hasNewer;
  const isKnown = unread !== undefined;
  const firstId = unread?.firstId;
  const isBehind = dividerId === undefined || (firstId !== undefined && firstId > dividerId);
  useEffect(() => {
    const look = () => {
      const isLooking = isSeen && document.visibilityState === 'visible';
      // Messages that arrive while the person looks need no line.
      if (isKnown && firstId && isBehind && (!isLooking || !begun.current)) setDividerId(firstId);
      begun.current ||= isKnown;
      if (isLooking && isKnown && lastId) markSeen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isSeen, lastId, isKnown, firstId, isBehind, markSeen]);
  return dividerId;
}

/** Scrolls a requested message into view and focuses it. [WC14] */
function useTarget(
  { target, messages }: Chat,
  { toRow, start, end }: DrawnList,
  list: RefObject<HTMLElement | null>,
): void {
  const sought = useRef<string>(undefined);
  useEffect(() => {
    if (!target) return;
    sought.current = target.id;
    toRow(target.id);
  }, [target, toRow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for again when others are drawn
  useEffect(() => {
    const row = sought.current && list.current?.querySelector<HTMLElement>(`[data-message="${sought.current}"]`);
    if (!row) return;
    sought.current = undefined;
    row.focus({ preventScroll: true });
  }, [target, messages, start, end, list]);
}

/** Scrolls to the newest messages when the person sends one. */
function useToOwn(pending: number, toNewest: () => void): void {
  const before = useRef(pending);
  useEffect(() => {
    if (pending > before.current) toNewest();
    before.current = pending;
  });
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
