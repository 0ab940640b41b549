import type { RoomCreationReview } from '@matinee/contract/gen/api.ts';
import { DoorOpen } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { ReviewQueue } from '../admin-reviews/review-queue.tsx';

/** The rooms that wait for approval, and the earlier decisions. [WRC2] */
export function RoomCreationsPage() {
  const { api } = useSession();
  return (
    <ReviewQueue<RoomCreationReview>
      namespace="admin-room-creations"
      Icon={DoorOpen}
      maxSearch={100}
      fetch={(request, options) => api.call('AdminService.ListRoomCreationReviews', request, options)}
      nameOf={({ name }) => name}
      columnsOf={columnsOf}
      approve="AdminService.ApproveRoomCreationReview"
      reject="AdminService.RejectRoomCreationReview"
    />
  );
}

function columnsOf(t: Translate): readonly Column<RoomCreationReview>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ name, description }) => (
        <>
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {description && <bdi className="block text-sm wrap-anywhere text-muted">{description}</bdi>}
        </>
      ),
    },
    {
      key: 'creator',
      label: t('column.creator'),
      render: ({ creator_username }) => <bdi className="wrap-anywhere">{creator_username}</bdi>,
    },
    {
      key: 'visibility',
      label: t('column.visibility'),
      render: ({ visibility }) => t(visibility === 'hidden' ? 'hidden' : 'public'),
    },
  ];
}
