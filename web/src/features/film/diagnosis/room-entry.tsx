import { Stethoscope } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const DiagnosisDialog = lazily(() => import('./diagnosis-dialog.tsx').then((module) => module.DiagnosisDialog));

/** How it is with each viewer, for those who look after the room and may see its members. [WDG4] */
export const roomEntry: RoomEntry = {
  namespace: 'diagnosis',
  order: 79,
  menu: [
    {
      text: 'title',
      Icon: Stethoscope,
      isOffered: ({ self }) => self.permissions.has('manage_room_settings') && self.permissions.has('view_members'),
      dialog: DiagnosisDialog,
    },
  ],
};
