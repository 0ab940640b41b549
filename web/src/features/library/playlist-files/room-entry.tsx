import { FileDown } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';

const PlaylistFilesDialog = lazily(() =>
  import('./playlist-files-dialog.tsx').then((module) => module.PlaylistFilesDialog),
);

export const roomEntry: RoomEntry = {
  namespace: 'playlist-files',
  order: 61,
  menu: [
    {
      text: 'title',
      Icon: FileDown,
      isOffered: ({ self }) => self.role !== 'guest',
      dialog: PlaylistFilesDialog,
    },
  ],
};
