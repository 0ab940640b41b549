import { Plus, Vote } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { NewPollDialog } from './new-poll-dialog.tsx';
import { usePollRights } from './poll-actions.ts';
import { PollBody } from './poll-body.tsx';
import { polls } from './resources.ts';

/** All polls of the room, the newest first. [WPO1] */
export function PollsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('polls');
  const { room } = useRoom();
  const { mayVote } = usePollRights();
  const [isNew, setNew] = useState(false);
  const all = useResource(room, polls)?.toReversed() ?? [];
  if (isNew) return <NewPollDialog onClose={onClose} />;
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      {all.length === 0 && <EmptyState icon={<Vote aria-hidden="true" />} title={t('none')} text={t('noneText')} />}
      <ul className="grid grid-cols-1 gap-6">
        {all.map((poll) => (
          <li key={poll.id} className="grid gap-2">
            <h3 dir="auto" className="font-semibold wrap-anywhere">
              {poll.question}
            </h3>
            <PollBody poll={poll} />
          </li>
        ))}
      </ul>
      {mayVote && (
        <Button
          kind={all.length === 0 ? 'primary' : 'secondary'}
          className="mt-6 w-full"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setNew(true)}
        >
          {t('new.title')}
        </Button>
      )}
    </Dialog>
  );
}
