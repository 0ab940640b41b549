import { Moon } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const EveningsDialog = lazily(() => import('./evenings-dialog.tsx').then((module) => module.EveningsDialog));

export const roomEntry: RoomEntry = {
  namespace: 'evenings',
  order: 61,
  menu: [{ text: 'title', Icon: Moon, isOffered: ({ self }) => self.role !== 'guest', dialog: EveningsDialog }],
};
