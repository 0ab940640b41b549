import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useMemberAction } from './member-actions.ts';
import { nameOf } from './people.ts';

interface RemoveQuestionProps {
  readonly member: RoomMember;
  readonly onClose: () => void;
}

/** Asks before a member is removed from the room. */
export function RemoveQuestion({ member, onClose }: RemoveQuestionProps) {
  const { t } = useTranslation('members');
  const act = useMemberAction(onClose);
  return (
    <ConfirmDialog
      title={t('remove.title', { name: nameOf(member) })}
      text={t('remove.text')}
      action={t('action.remove')}
      isOpen
      isBusy={act.isPending}
      onConfirm={() => act.mutate({ member, action: 'remove' })}
      onClose={onClose}
    />
  );
}
