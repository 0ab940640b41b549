import { History } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const HistoryDialog = lazily(() => import('./history-dialog.tsx').then((module) => module.HistoryDialog));

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
