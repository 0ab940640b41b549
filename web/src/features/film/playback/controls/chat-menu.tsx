import { MessageCircle } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Popup } from '../popup.port.tsx';

const load = () => import('./chat-choices.tsx');
const ChatChoices = lazily(() => load().then((module) => module.ChatChoices));

/** The button that lets a person choose where the chat is in full screen. */
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
