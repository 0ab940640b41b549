import type { UserRegistrationReview } from '@matinee/contract/gen/api.ts';
import { UserCheck } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { ReviewQueue } from './review-queue.tsx';

/** The people who wait for an account, and the earlier decisions. [WV1] */
export function ReviewsPage() {
  const { api } = useSession();
  return (
    <ReviewQueue<UserRegistrationReview>
      namespace="admin-reviews"
      Icon={UserCheck}
      maxSearch={64}
      fetch={(request, options) => api.call('AdminService.ListUserRegistrationReviews', request, options)}
      nameOf={({ username }) => username}
      columnsOf={columnsOf}
      approve="AdminService.ApproveUserRegistrationReview"
      reject="AdminService.RejectUserRegistrationReview"
    />
  );
}

function columnsOf(t: Translate): readonly Column<UserRegistrationReview>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ username }) => <bdi className="font-medium wrap-anywhere">{username}</bdi>,
    },
    { key: 'method', label: t('column.method'), render: ({ method }) => t(`method.${method}`) },
    {
      key: 'email',
      label: t('column.email'),
      render: ({ email }) => <span className="wrap-anywhere">{email ?? t('noEmail')}</span>,
    },
  ];
}
