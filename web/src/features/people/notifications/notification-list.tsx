import { useMutation } from '@tanstack/react-query';
import { BellOff, CheckCheck, Trash2 } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { NotificationRow } from './notification-row.tsx';
import type { FeedView } from './use-feed.ts';

export interface NotificationListProps extends FeedView {
  /** Called when the person follows an entry to its target. */
  readonly onLeave: () => void;
}

/** All notifications of the person, newest first. [WNT3] [WNT4] */
export function NotificationList({ feed, list, failure, onLeave }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const { api } = useSession();
  const errorText = useErrorText();
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (!list && failure !== undefined) return <Failure error={failure} onRetry={() => feed.retry()} />;
  if (!list)
    return (
      <div role="status" className="grid gap-2 p-2">
        <span className="sr-only">{t('loading')}</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  if (list.items.length === 0)
    return <EmptyState icon={<BellOff aria-hidden="true" />} title={t('empty.title')} text={t('empty.text')} />;
  const [newest] = list.items;
  const run = (work: () => Promise<unknown>) => act.mutate(work);
  const readAll = () => api.call('NotificationService.MarkAllAsRead', { up_to_place: newest!.place });
  const deleteRead = () => api.call('NotificationService.DeleteAllRead', {});
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 px-1">
        <Button
          kind="quiet"
          icon={<CheckCheck size={18} aria-hidden="true" />}
          disabled={list.unread === 0}
          onClick={() => run(readAll)}
        >
          {t('readAll')}
        </Button>
        {list.items.some(({ read_at }) => read_at) && (
          <Button kind="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => run(deleteRead)}>
            {t('deleteRead')}
          </Button>
        )}
      </div>
      <ul aria-label={t('title')} className="grid">
        {list.items.map((one) => (
          <NotificationRow
            key={one.id}
            notification={one}
            onRead={() => run(() => api.call('NotificationService.MarkAsRead', { notification_ids: [one.id] }))}
            onDelete={() => run(() => api.call('NotificationService.DeleteNotification', { notification_id: one.id }))}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {list.more !== undefined && (
        <MoreRows label={t('more')} count={list.items.length} onMore={() => feed.loadMore()} />
      )}
    </div>
  );
}
