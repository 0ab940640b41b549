import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { moderationAt } from '../moderation/moderation.tsx';
import { joinReviews } from './resources.ts';

/** If the server does not know of the permission yet, the page asks again after this time, in milliseconds. */
const askAgainMs = 1_000;

/**
 * Observes the join requests while this person may decide on them. The permission can change while the room is open.
 * [WJ2]
 */
function useObservedQueue(): void {
  const { room, self } = useRoom();
  const mayDecide = self.permissions.has('review_join_requests');
  useEffect(() => {
    if (!mayDecide) return;
    let end = room.resources.observe(joinReviews);
    const timer = setInterval(() => {
      if (room.resources.refusal(joinReviews).get() === undefined) return;
      end();
      end = room.resources.observe(joinReviews);
    }, askAgainMs);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [room, mayDecide]);
}

/** Observes the queue, and announces each join request once. [WJ1] */
export function RequestToasts() {
  useObservedQueue();
  const { t } = useTranslation('join-requests');
  const { room, openDialog } = useRoom();
  const waiting = useResource(room, joinReviews);
  const told = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!waiting) {
      told.current = undefined;
      return;
    }
    // The button already reports the people who were waiting before.
    const known = told.current ?? new Set(waiting.reviews.map(({ id }) => id));
    told.current = known;
    for (const { id, display_name: name } of waiting.reviews) {
      if (known.has(id)) continue;
      known.add(id);
      showToast(t('asks', { name }), 'plain', {
        label: t('look'),
        run: () => openDialog(moderationAt('requests')),
      });
    }
  }, [waiting, t, openDialog]);
  return null;
}
