import { Vote } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { usePollRights } from './poll-actions.ts';

const NewPollDialog = lazily(() => import('./new-poll-dialog.tsx').then((module) => module.NewPollDialog));

/** The button above the chat that opens a poll; hidden from people who may not open polls. [WPO7] */
export function NewPollButton() {
  const { t } = useTranslation('polls');
  const { openDialog } = useRoom();
  const { mayVote } = usePollRights();
  if (!mayVote) return null;
  return (
    <IconButton
      label={t('new.title')}
      tooltip="end"
      className="-outline-offset-2"
      icon={<Vote size={18} aria-hidden="true" />}
      onPointerEnter={NewPollDialog.load}
      onClick={() => openDialog(NewPollDialog)}
    />
  );
}
