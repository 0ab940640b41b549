import { CalendarClock } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { schedule } from './resources.ts';

const ScheduleDialog = lazily(() => import('./schedule-dialog.tsx').then((module) => module.ScheduleDialog));

export const roomEntry: RoomEntry = {
  namespace: 'schedule',
  order: 70,
  resources: [schedule],
  menu: [
    {
      text: 'menu',
      Icon: CalendarClock,
      isOffered: ({ self }) => self.permissions.has('navigate_playback'),
      dialog: ScheduleDialog,
    },
  ],
};
