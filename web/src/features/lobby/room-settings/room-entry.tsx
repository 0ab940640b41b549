import { Settings } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const SettingsDialog = lazily(() => import('./settings-dialog.tsx').then((module) => module.SettingsDialog));

export const roomEntry: RoomEntry = {
  namespace: 'room-settings',
  order: 80,
  menu: [
    {
      text: 'title',
      Icon: Settings,
      isOffered: ({ self }) => self.permissions.has('manage_room_settings') || self.role === 'creator',
      dialog: SettingsDialog,
    },
  ],
};
