import type { RoomEntry, RoomTab } from '../../../room/room-entry.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { useWaitingCount } from '../join-requests/waiting.ts';
import { useOnlineCount } from './online.port.ts';
import { RemoteProvider, useRemoteRequests } from './remote-scope.tsx';
import { onlineMembers, roomMembers } from './resources.ts';

// Another panel is in front at first, so this one loads after the screen is shown.
const MembersPanel = whenLoaded(() => import('./room-panel.tsx').then((module) => module.MembersPanel));

function useTab(): RoomTab {
  const { t } = useTranslation('members');
  const badge = useRemoteRequests().length + useWaitingCount();
  return { label: t('tab', { count: useOnlineCount() }), badge, badgeLabel: t('badge', { count: badge }) };
}

export const roomEntry: RoomEntry = {
  namespace: 'members',
  order: 40,
  resources: [roomMembers, onlineMembers],
  Provider: RemoteProvider,
  panel: { useTab, Content: MembersPanel, guestOrder: 10 },
};
