import type { Poll } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { useOwnVotes, useVote } from './own-votes.ts';
import { usePollRights } from './poll-actions.ts';
import { PollChoices, PollFigures } from './poll-choices.tsx';
import { PollFoot } from './poll-foot.tsx';
import { PollResult } from './poll-result.tsx';
import { outcomeOf } from './standing.ts';

const nothing: readonly number[] = [];

/** A poll: its options, and the vote or the result. */
export function PollBody({ poll }: { readonly poll: Poll }) {
  const { mayVote } = usePollRights();
  const own = useOwnVotes()?.[poll.id] ?? nothing;
  const isOver = poll.ended_at !== undefined;
  const outcome = outcomeOf(poll);
  const leading = outcome.kind === 'winner' ? [outcome.winner] : outcome.kind === 'tie' && isOver ? outcome.tied : [];
  return (
    <div className="grid gap-2">
      {isOver && <PollResult poll={poll} />}
      {isOver || !mayVote ? (
        <>
          <PollFigures poll={poll} own={own} leading={isOver ? leading.map(({ number }) => number) : nothing} />
          <PollFoot poll={poll} />
        </>
      ) : (
        <VoteForm poll={poll} own={own} />
      )}
    </div>
  );
}

interface VoteFormProps {
  readonly poll: Poll;
  readonly own: readonly number[];
}

/** The choice counts once it is sent: arrow keys pass over options without voting for each. [WPO2] */
function VoteForm({ poll, own }: VoteFormProps) {
  const { t } = useTranslation('polls');
  const errorText = useErrorText('polls');
  /** The choice that is not sent yet. */
  const [unsent, setUnsent] = useState<readonly number[]>();
  const vote = useVote(poll.id);
  const send = (options: readonly number[]) => vote.mutate(options, { onSuccess: () => setUnsent(undefined) });
  const chosen = unsent ?? own;
  const isChanged = chosen.length !== own.length || chosen.some((number) => !own.includes(number));
  const maySend = isChanged && chosen.length > 0;
  const hasVoted = own.length > 0;
  return (
    <Form onSubmit={() => maySend && !vote.isPending && send(chosen)} className="grid gap-2">
      <PollChoices poll={poll} chosen={chosen} onChoose={setUnsent} />
      {vote.error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(vote.error)}
        </p>
      )}
      <PollFoot poll={poll}>
        <Button type="submit" kind="primary" busy={vote.isPending} aria-disabled={!maySend || undefined}>
          {t(hasVoted ? 'changeVote' : 'vote')}
        </Button>
        {hasVoted && !isChanged && <TakeBack onPress={() => send(nothing)} />}
      </PollFoot>
      <p role="status" className="sr-only">
        {vote.isSuccess && t(hasVoted ? 'counted' : 'takenBack')}
      </p>
    </Form>
  );
}

/** The button goes when it is pressed, so the focus goes to the first option. */
function TakeBack({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('polls');
  return (
    <Button
      kind="quiet"
      onClick={({ currentTarget }) => {
        currentTarget.form?.querySelector('input')?.focus();
        onPress();
      }}
    >
      {t('takeBack')}
    </Button>
  );
}
