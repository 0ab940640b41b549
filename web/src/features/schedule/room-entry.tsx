import { CalendarClock } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';
import { schedule } from './resources.ts';

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

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
