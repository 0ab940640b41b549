import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';

const key = ['room-creations'];

/** Part of the account page: the user's rooms that wait for an administrator. The user can withdraw them. [WRC1] */
export function RoomCreationsSection() {
  const { t } = useTranslation('room-creations');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call('UserService.ListOwnRoomCreations', {}, { signal }),
    refetchInterval: 30_000,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => api.call('UserService.WithdrawRoomCreation', { review_id: id }),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const reviews = query.data?.reviews;
  return (
    <Section id="room-creations" title={t('title')} text={t('lead')}>
      {query.isPending && <Skeleton className="h-12" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {reviews?.length === 0 && <p className="text-muted">{t('empty')}</p>}
      {reviews && reviews.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {reviews.map(({ id, name, created_at: at }) => (
            <li key={id} className="flex min-w-0 items-center gap-3">
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{name}</bdi>
                <span className="block text-sm text-muted">
                  {t('since')} {at && <Moment at={at} style="date" />}
                </span>
              </span>
              <Button
                aria-label={t('withdrawName', { name })}
                busy={withdraw.isPending && withdraw.variables === id}
                onClick={() => withdraw.mutate(id)}
              >
                {t('withdraw')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
