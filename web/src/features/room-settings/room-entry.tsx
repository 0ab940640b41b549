import { Settings } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';

const SettingsDialog = lazy(() =>
  import('./settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
);

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
