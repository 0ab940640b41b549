import { FileVideo } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const OwnCopyDialog = lazily(() => import('./own-copy-dialog.tsx').then((module) => module.OwnCopyDialog));

export const roomEntry: RoomEntry = {
  namespace: 'own-copy',
  order: 75,
  menu: [
    {
      text: 'menu',
      Icon: FileVideo,
      isOffered: ({ self }) => self.permissions.has('manage_own_media'),
      dialog: OwnCopyDialog,
    },
  ],
};
