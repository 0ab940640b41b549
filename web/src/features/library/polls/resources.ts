import type { Poll, PollCounts } from '@matinee/contract/gen/api.ts';
import { defineResource, putAll } from '../../../client/room/resource.ts';
import { makeStore } from '../../../client/store.ts';

/** The open polls of the room and the last ones that ended, oldest first. [WPO1] */
export const polls = defineResource({
  observe: 'polls',
  changed: 'polls',
  merge: (held: readonly Poll[] | undefined, change, isSnapshot): readonly Poll[] => {
    if (isSnapshot) return change.polls;
    const gone = new Set(change.deleted_ids);
    const counts = new Map(change.counts.map((of) => [of.poll_id, of]));
    return putAll(held ?? [], change.polls)
      .filter(({ id }) => !gone.has(id))
      .map((poll) => withCounts(poll, counts.get(poll.id)));
  },
});

/** The poll with newer counts; older ones change nothing. */
function withCounts(poll: Poll, counts: PollCounts | undefined): Poll {
  if (!counts || counts.version < poll.version) return poll;
  const { version, voter_count, votes } = counts;
  const options = poll.options.map((option, place) => ({ ...option, votes: votes[place] ?? option.votes }));
  return { ...poll, version, voter_count, options };
}

/** True while the polls above the chat are in view: toasts would then repeat them. */
export const pollsInSight = makeStore(false);
