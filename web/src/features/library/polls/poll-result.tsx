import type { Poll } from '@matinee/contract/gen/api.ts';
import { Dices, Play } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { usePollActions, usePollRights } from './poll-actions.ts';
import { type Outcome, outcomeOf } from './standing.ts';

/** Describes the result of a poll in one sentence. [WPO4] */
export function useOutcomeText(): (outcome: Outcome) => string {
  const { t, i18n } = useTranslation('polls');
  return (outcome) => {
    if (outcome.kind === 'nobody') return t('result.nobody');
    if (outcome.kind === 'winner') {
      const { text: option, votes: count } = outcome.winner;
      return t(outcome.isDrawn ? 'result.drawn' : 'result.winner', { option, count });
    }
    const options = outcome.tied.map(({ text }) => t('result.quoted', { option: text }));
    return t('result.tie', { options: new Intl.ListFormat(i18n.locale).format(options) });
  };
}

/** The result of the poll, and its consequence. [WPO4] [WPO5] */
export function PollResult({ poll }: { readonly poll: Poll }) {
  const { t } = useTranslation('polls');
  const { mayPlay, mayClose } = usePollRights();
  const { draw, play } = usePollActions();
  const outcomeText = useOutcomeText();
  const outcome = outcomeOf(poll);
  const mediaId = outcome.kind === 'winner' ? outcome.winner.media_id : undefined;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm font-medium wrap-anywhere">{outcomeText(outcome)}</p>
      {mediaId && mayPlay && (
        <Button kind="primary" icon={<Play size={18} aria-hidden="true" />} onClick={() => play(mediaId)}>
          {t('playWinner')}
        </Button>
      )}
      {outcome.kind === 'tie' && mayClose(poll) && (
        <Button icon={<Dices size={18} aria-hidden="true" />} onClick={() => draw(poll.id)}>
          {t('draw')}
        </Button>
      )}
    </div>
  );
}
