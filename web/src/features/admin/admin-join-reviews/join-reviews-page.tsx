import type { RoomJoinReview } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import type { Column } from '../../../ui/lists/record-list.tsx';
import { ReviewQueue } from '../admin-reviews/review-queue.tsx';

/** Requests to join rooms that require approval, in all rooms, and earlier decisions. [WJR1] */
export function JoinReviewsPage() {
  const { api } = useSession();
  return (
    <ReviewQueue<RoomJoinReview>
      namespace="admin-join-reviews"
      Icon={UserPlus}
      maxSearch={64}
      fetch={(request, options) => api.call('AdminService.ListRoomJoinReviews', request, options)}
      nameOf={({ username, room_name }) => `${username}, ${room_name}`}
      columnsOf={columnsOf}
      approve="AdminService.ApproveRoomJoinReview"
      reject="AdminService.RejectRoomJoinReview"
    />
  );
}

function columnsOf(t: Translate): readonly Column<RoomJoinReview>[] {
  return [
    {
      key: 'name',
      label: t('column.name'),
      render: ({ username, note }) => (
        <>
          <bdi className="font-medium wrap-anywhere">{username}</bdi>
          {note && <bdi className="block text-sm wrap-anywhere text-muted">{note}</bdi>}
        </>
      ),
    },
    {
      key: 'room',
      label: t('column.room'),
      render: ({ room_id, room_name }) => (
        <Link
          to="/admin/$"
          params={{ _splat: `rooms/${room_id}` }}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
        >
          <bdi className="wrap-anywhere">{room_name}</bdi>
        </Link>
      ),
    },
  ];
}
