import { useTranslation } from '../../texts/use-translation.ts';
import type { RoomEntry, RoomTab } from '../room/room-entry.port.ts';
import type { RoomScope } from '../room/room-scope.port.ts';
import { ChatPanel } from './chat-panel.tsx';
import { ChatProvider, useChatScope } from './chat-scope.tsx';
import { chatEvents } from './resources.ts';

function useTab(): RoomTab {
  const { t } = useTranslation('chat');
  const { length: badge } = useChatScope().unread;
  return { label: t('title'), badge, badgeLabel: t('unread', { count: badge }) };
}

function startWriting({ showPanel }: RoomScope): void {
  showPanel('chat');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat-input]')?.focus());
}

export const roomEntry: RoomEntry = {
  namespace: 'chat',
  order: 20,
  resources: [chatEvents],
  Provider: ChatProvider,
  panel: { useTab, Content: ChatPanel, guestOrder: 20 },
  keys: [{ caps: ['/', 'C'], does: 'write', press: startWriting }],
};
