import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomEntry, RoomTab } from '../room/room-entry.port.ts';
import { useOnlineCount } from './online.port.ts';
import { onlineMembers, roomMembers } from './resources.ts';

// Another panel is in front at first: this one loads while the screen is already there.
const MembersPanel = lazy(() => import('./members-panel.tsx').then((module) => ({ default: module.MembersPanel })));

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
