import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { EmojiPopup } from '../../../shared/emoji/emoji-popup.port.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { useMessageActions } from './message-actions.ts';

/** A question about a message: whether to delete it, or which emoji to react with. */
export interface MessageQuestionProps {
  readonly kind: 'delete' | 'react';
  readonly message: ChatMessage;
}

/** Asks the question. It is drawn beside the list, as the tools of a message disappear with the pointer. */
export function MessageQuestion({ kind, message, onClose }: MessageQuestionProps & { readonly onClose: () => void }) {
  if (kind === 'delete') return <DeleteQuestion message={message} onClose={onClose} />;
  return <ReactionChoice message={message} onClose={onClose} />;
}

/** All emoji, to react with. [WC9] */
function ReactionChoice({ message, onClose }: { readonly message: ChatMessage; readonly onClose: () => void }) {
  const { t } = useTranslation('emoji');
  const { toggleReaction } = useMessageActions();
  const find = () => document.querySelector<HTMLElement>(`[data-message="${message.id}"]`);
  return (
    <EmojiPopup
      label={t('react')}
      anchor={find}
      onPick={(emoji) => {
        void toggleReaction(message, emoji);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
