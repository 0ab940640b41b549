import { MessageCircle } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Popup } from '../popup.port.tsx';

const load = () => import('./chat-choices.tsx');
const ChatChoices = lazily(() => load().then((module) => module.ChatChoices));

/** In full screen: the button that opens the choice of where the chat is. */
export function ChatMenu() {
  const { t } = useTranslation('playback');
  return (
    <Popup
      label={t('filmChat.title')}
      load={load}
      button={{ align: 'end', icon: <MessageCircle size={20} aria-hidden="true" /> }}
    >
      <ChatChoices />
    </Popup>
  );
}
