import type { RoomJoinReview } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { joinReviews } from './resources.ts';

/** The people who wait to join, with their notes. Each request can be accepted or rejected. [WJ1] */
export function RequestList() {
  const { t } = useTranslation('join-requests');
  const { room } = useRoom();
  const waiting = useResource(room, joinReviews);
  if (!waiting) return <Skeleton className="h-40" />;
  const { reviews } = waiting;
  if (reviews.length === 0)
    return <EmptyState icon={<UserCheck aria-hidden="true" />} title={t('none')} text={t('noneText')} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {reviews.map((review) => (
          <RequestRow key={review.id} review={review} />
        ))}
      </ul>
      {waiting.total > reviews.length && (
        <p className="text-sm text-muted">{t('more', { count: waiting.total - reviews.length })}</p>
      )}
    </>
  );
}

function RequestRow({ review }: { readonly review: RoomJoinReview }) {
  const { t } = useTranslation('join-requests');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const [reason, setReason] = useState<string>();
  const request = { room_id: room.roomId, request_id: review.id };
  const decide = useMutation({
    mutationFn: async (isApproved: boolean): Promise<unknown> =>
      isApproved
        ? api.call('RoomService.ApproveRoomJoinReview', request)
        : api.call('RoomService.RejectRoomJoinReview', { ...request, reason: reason ?? '' }),
    onSuccess: (_answer, isApproved) =>
      showToast(t(isApproved ? 'letIn' : 'turnedDown', { name: review.display_name })),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  const reject = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate(false);
  };
  return (
    <li className="grid gap-3 rounded-card border border-border p-4">
      <Newcomer review={review} />
      {review.note && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {review.note}
        </p>
      )}
      {reason === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" busy={decide.isPending} onClick={() => decide.mutate(true)}>
            {t('approve')}
          </Button>
          <Button onClick={() => setReason('')}>{t('reject')}</Button>
        </div>
      ) : (
        <form onSubmit={reject} className="grid gap-2">
          <TextField
            label={t('reason')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={decide.isPending}>
              {t('reject')}
            </Button>
            <Button kind="quiet" onClick={() => setReason(undefined)}>
              {t('back')}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}

function Newcomer({ review }: { readonly review: RoomJoinReview }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar id={review.user_id} name={review.display_name} picture={review.avatar} />
      <div className="min-w-0">
        <p className="truncate font-medium">
          <bdi>{review.display_name}</bdi>
        </p>
        <p className="text-sm text-muted">{review.created_at && <Moment at={review.created_at} />}</p>
      </div>
    </div>
  );
}
