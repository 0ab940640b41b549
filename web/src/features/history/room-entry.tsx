import { History } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';

const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })));

export const roomEntry: RoomEntry = {
  namespace: 'history',
  order: 60,
  menu: [
    {
      text: 'title',
      Icon: History,
      isOffered: ({ self }) => self.permissions.has('view_playback_history'),
      dialog: HistoryDialog,
    },
  ],
};
