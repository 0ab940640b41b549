import { useTranslation } from 'react-i18next';
import type { RoomEntry, RoomTab } from '../room/room-entry.port.ts';
import { MembersPanel } from './members-panel.tsx';
import { useOnlineCount } from './online.port.ts';
import { onlineMembers, roomMembers } from './resources.ts';

function useTab(): RoomTab {
  const { t } = useTranslation('members');
  return { label: t('tab', { count: useOnlineCount() }) };
}

export const roomEntry: RoomEntry = {
  namespace: 'members',
  order: 40,
  resources: [roomMembers, onlineMembers],
  panel: { useTab, Content: MembersPanel, guestOrder: 10 },
};
