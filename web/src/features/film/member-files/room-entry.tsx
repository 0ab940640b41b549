import { HardDrive } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { MemberFileDialog } from './member-files.port.ts';
import { memberFiles } from './resources.ts';

const Giver = whenLoaded(() => import('./giver.tsx').then((module) => module.Giver));
const MissingFileStrip = whenLoaded(() => import('./missing-file-strip.tsx').then((module) => module.MissingFileStrip));

export const roomEntry: RoomEntry = {
  namespace: 'member-files',
  order: 74,
  resources: [memberFiles],
  Toasts: Giver,
  strip: MissingFileStrip,
  menu: [
    {
      text: 'menu',
      Icon: HardDrive,
      isOffered: ({ self }) => self.permissions.has('manage_own_media'),
      dialog: MemberFileDialog,
    },
  ],
};
