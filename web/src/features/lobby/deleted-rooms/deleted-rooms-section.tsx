import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useRestore } from './restore.ts';

/** Part of the account page: the user's deleted rooms, while they can be restored. [WDR1] */
export function DeletedRoomsSection() {
  const { t } = useTranslation('deleted-rooms');
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['deleted-rooms'],
    queryFn: ({ signal }) => api.call('UserService.ListDeletedRooms', { page_size: 100 }, { signal }),
  });
  const restore = useRestore();
  const rooms = query.data?.rooms;
  return (
    <Section id="deleted-rooms" title={t('title')} text={t('lead')}>
      {query.isPending && <Skeleton className="h-12" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {rooms?.length === 0 && <p className="text-muted">{t('empty')}</p>}
      {rooms && rooms.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {rooms.map(({ id, name, restorable_until: until }) => (
            <li key={id} className="flex min-w-0 items-center gap-3">
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{name}</bdi>
                <span className="block text-sm text-muted">
                  {t('until')} {until && <Moment at={until} style="date" />}
                </span>
              </span>
              <Button
                icon={<Undo2 size={18} aria-hidden="true" />}
                aria-label={t('restoreName', { name })}
                busy={restore.isPending && restore.variables === id}
                onClick={() => restore.mutate(id)}
              >
                {t('restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
