import { SkipForward } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { PlayerButton } from '../playback/player-button.tsx';
import { useSkipVote } from './use-skip-vote.ts';

/** Votes to go on from the item that plays, and shows how far the vote is. [WSV1] [WSV2] */
export function SkipVoteButton() {
  const { t } = useTranslation('skip-votes');
  const vote = useSkipVote();
  if (!vote) return null;
  const { votes, needed, isOwn, isBusy, toggle } = vote;
  return (
    <>
      <PlayerButton
        label={t(isOwn ? 'withdraw' : 'vote')}
        aria-busy={isBusy}
        icon={
          <SkipForward
            size={20}
            aria-hidden="true"
            className="rtl:-scale-x-100"
            fill={isOwn ? 'currentColor' : 'none'}
          />
        }
        onClick={toggle}
      />
      <span role="status" className="text-sm font-semibold tabular-nums">
        {votes > 0 && (
          <>
            <span aria-hidden="true">{`${votes}/${needed}`}</span>
            <span className="sr-only">{t('standing', { votes, needed })}</span>
          </>
        )}
      </span>
    </>
  );
}
