import type { RoomEntry, RoomTab } from '../../../room/room-entry.ts';
import type { RoomScope } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { focusAfter } from '../../../ui/focus-after.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { ChatProvider, useChatScope } from './chat-scope.tsx';
import { useRoomComments } from './offers/room-comments.ts';
import { useSpeech } from './offers/use-speech.ts';
import { chatEvents, chatNotices, chatPins } from './resources.ts';
import { nothingUnread } from './unread.ts';

const OverFilm = lazily(() => import('./offers/film-chat.tsx').then((module) => module.FilmChat));

function useTab(): RoomTab {
  const { t } = useTranslation('chat');
  const { count: badge, mentionCount } = useChatScope().unread ?? nothingUnread;
  const label = t('unread', { count: badge });
  return {
    label: t('title'),
    badge,
    isUrgent: mentionCount > 0,
    badgeLabel: mentionCount > 0 ? `${label}, ${t('ofYou', { count: mentionCount })}` : label,
  };
}

function startWriting({ showPanel }: RoomScope): void {
  focusAfter(
    () => showPanel('chat'),
    () => document.querySelector<HTMLElement>('[data-chat-input]'),
  );
}

export const roomEntry: RoomEntry = {
  namespace: 'chat',
  order: 20,
  resources: [chatEvents, chatNotices, chatPins],
  Provider: ChatProvider,
  offers: { OverFilm, useArrivingComments: useRoomComments, useSpeech },
  panel: { useTab, Content: ChatPanel, guestOrder: 20 },
  keys: [
    { caps: ['/', 'C'], does: 'write', press: startWriting },
    { caps: ['E', '+'], does: 'react' },
    { caps: ['1–6'], does: 'reactUsual' },
  ],
};
