import { UserCheck } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { moderationAt } from '../moderation/moderation.tsx';
import { useWaitingCount } from './waiting.ts';

/** Opens the list of people who wait to join; hidden while the list is empty. [WJ1] */
export function WaitingButton() {
  const { t } = useTranslation('join-requests');
  const { openDialog } = useRoom();
  const count = useWaitingCount();
  if (count === 0) return null;
  return (
    <Button
      kind="primary"
      className="w-full"
      icon={<UserCheck size={18} aria-hidden="true" />}
      onClick={() => openDialog(moderationAt('requests'))}
    >
      {t('waiting', { count })}
    </Button>
  );
}
