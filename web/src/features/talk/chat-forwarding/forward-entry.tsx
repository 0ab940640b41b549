import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { Forward } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { lazily } from '../../../ui/lazily.tsx';

const ForwardDialog = lazily(() => import('./forward-dialog.tsx').then((module) => module.ForwardDialog));

/**
 * The items of a message's menu that forward it to another room; none for guests, notices and deleted messages. [WFW1]
 * [WFW3]
 */
export function useForwardEntries(): (message: ChatMessage) => readonly MenuEntry[] {
  const { t } = useTranslation('chat-forwarding');
  const { openDialog, self } = useRoom();
  return (message) =>
    self.role === 'guest' || message.deleted || message.system !== undefined
      ? []
      : [
          {
            kind: 'item',
            label: t('forward'),
            icon: <Forward size={18} aria-hidden="true" className="rtl:-scale-x-100" />,
            onSelect: () => openDialog(({ onClose }) => <ForwardDialog message={message} onClose={onClose} />),
          },
        ];
}
