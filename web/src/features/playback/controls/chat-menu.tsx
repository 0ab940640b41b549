import { MessageCircle } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Popup } from '../popup.port.tsx';

const load = () => import('./chat-choices.tsx');
const ChatChoices = lazy(() => load().then((module) => ({ default: module.ChatChoices })));

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
