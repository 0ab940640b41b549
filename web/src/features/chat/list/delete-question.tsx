import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useMessageActions } from './message-actions.ts';

export interface DeleteQuestionProps {
  readonly message: ChatMessage;
  readonly onClose: () => void;
}

/** Asks before a message is deleted. */
export function DeleteQuestion({ message, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation('chat-finding');
  const { remove } = useMessageActions();
  const onConfirm = () => {
    void remove(message, '');
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteTitle')}
      text={t('deleteText')}
      action={t('delete')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
