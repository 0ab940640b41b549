import { Stethoscope } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const DiagnosisDialog = lazily(() => import('./diagnosis-dialog.tsx').then((module) => module.DiagnosisDialog));

/** How the item plays for each viewer, for people who may change the room's settings and see its members. [WDG4] */
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
