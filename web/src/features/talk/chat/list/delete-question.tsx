import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { isComposing } from '../../../../ui/is-composing.ts';
import { useMessageActions } from './message-actions.ts';

/** Longest reason (contract), in characters. */
const longestReason = 200;

export interface DeleteQuestionProps {
  readonly message: ChatMessage;
  readonly onClose: () => void;
}

/** Asks before a message is deleted. A person who deletes another person's message can give a reason. [WC8] */
export function DeleteQuestion({ message, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation('chat-finding');
  const { self } = useRoom();
  const { remove } = useMessageActions();
  const [reason, setReason] = useState('');
  const isOwn = message.user_id === self.id;
  const onConfirm = () => {
    void remove(message, reason.trim());
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
    >
      {!isOwn && (
        <TextField
          label={t('deleteReason')}
          hint={t('deleteReasonHint')}
          dir="auto"
          maxLength={longestReason}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) onConfirm();
          }}
        />
      )}
    </ConfirmDialog>
  );
}
