import { UserX } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';

const BansDrawer = lazy(() => import('./bans-drawer.tsx').then((module) => ({ default: module.BansDrawer })));

export const roomEntry: RoomEntry = {
  namespace: 'room-bans',
  order: 76,
  menu: [
    {
      text: 'menu',
      Icon: UserX,
      isOffered: ({ self }) => self.permissions.has('remove_members'),
      dialog: BansDrawer,
    },
  ],
};
