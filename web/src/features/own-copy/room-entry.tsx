import { FileVideo } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';

const OwnCopyDialog = lazy(() => import('./own-copy-dialog.tsx').then((module) => ({ default: module.OwnCopyDialog })));

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
