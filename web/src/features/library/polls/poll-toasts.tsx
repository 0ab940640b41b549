import type { Poll } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useOutcomeText } from './poll-result.tsx';
import { polls, pollsInSight } from './resources.ts';
import { outcomeOf } from './standing.ts';

/** Announces that a poll was opened or has ended to people who do not see it. [WPO8] */
export function PollToasts() {
  const { t } = useTranslation('polls');
  const { room, self, showPanel } = useRoom();
  const outcomeText = useOutcomeText();
  const all = useResource(room, polls);
  const before = useRef<readonly Poll[]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new polls are told, not new words
  useEffect(() => {
    const known = before.current;
    before.current = all;
    if (!known || !all || pollsInSight.get()) return;
    for (const poll of all) {
      const earlier = known.find(({ id }) => id === poll.id);
      const isOver = poll.ended_at !== undefined;
      const action = { label: t('show'), run: () => showPanel('chat') };
      if (!earlier && !isOver && poll.creator_id !== self.id)
        showToast(t('toast.opened', { user: poll.creator_display_name, question: poll.question }), 'plain', action);
      if (earlier && earlier.ended_at === undefined && isOver)
        showToast(t('toast.ended', { question: poll.question, result: outcomeText(outcomeOf(poll)) }), 'plain', action);
    }
  }, [all]);
  return null;
}
