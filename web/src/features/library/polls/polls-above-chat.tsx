import { useEffect, useState } from 'react';
import { useResource, useStore } from '../../../client/room/hooks.ts';
import { makeStore } from '../../../client/store.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useOwnVotes } from './own-votes.ts';
import { usePollRights } from './poll-actions.ts';
import { PollRow } from './poll-row.tsx';
import { polls, pollsInSight } from './resources.ts';
import { shownPolls } from './standing.ts';

/** Ended polls that the person has put away, as long as the page lasts. */
const dismissed = makeStore<ReadonlySet<string>>(new Set());

/** Open polls, and the last one that ended, above the messages of the chat. [WPO1] [WPO3] */
export function PollsAboveChat({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation('polls');
  const { room } = useRoom();
  const { mayVote } = usePollRights();
  const own = useOwnVotes();
  const away = useStore(dismissed);
  const hasRoom = useMediaQuery('(width >= 64rem)');
  /** The polls that the person has opened or closed. */
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const shown = shownPolls(useResource(room, polls) ?? [], room.clock.now(), away);
  useEffect(() => {
    pollsInSight.set(isShown);
    return () => pollsInSight.set(false);
  }, [isShown]);
  if (shown.length === 0) return null;
  const newest = shown.at(-1)?.id;
  return (
    <section
      aria-label={t('title')}
      className="max-h-[60%] shrink-0 overflow-y-auto border-b border-border overscroll-contain cramped:hidden"
    >
      <ul>
        {shown.map((poll) => {
          const isOver = poll.ended_at !== undefined;
          const isOpen = toggled[poll.id] ?? (hasRoom && poll.id === newest);
          return (
            <PollRow
              key={poll.id}
              poll={poll}
              isOpen={isOpen}
              isWaiting={mayVote && !isOver && own !== undefined && !own[poll.id]?.length}
              onToggle={() => setToggled({ ...toggled, [poll.id]: !isOpen })}
              {...(isOver ? { onDismiss: () => dismissed.set(new Set([...away, poll.id])) } : {})}
            />
          );
        })}
      </ul>
    </section>
  );
}
