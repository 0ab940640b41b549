import { Keyboard, LogOut } from 'lucide-react';
import type { RoomEntry } from '../../room/room-entry.ts';
import { roomSettings, selfMember } from '../../room/room-facts.ts';
import { lazily } from '../../ui/lazily.tsx';

const KeysDialog = lazily(() => import('../../room/keys-dialog.tsx').then((module) => module.KeysDialog));
const LeaveDialog = lazily(() => import('./leave-dialog.tsx').then((module) => module.LeaveDialog));

/** The room's own entry: its settings, and the menu items and keys that belong to no other feature. */
export const roomEntry: RoomEntry = {
  namespace: 'room',
  order: 90,
  resources: [selfMember, roomSettings],
  menu: [
    {
      text: 'keys.title',
      Icon: Keyboard,
      dialog: KeysDialog,
      // Touch-only devices have no keyboard.
      isOffered: () => matchMedia('(any-pointer: fine)').matches,
    },
    { text: 'leave', Icon: LogOut, dialog: LeaveDialog },
  ],
  keys: [
    { caps: ['T'], does: 'theatre', press: ({ togglePanels }) => togglePanels() },
    { caps: ['?'], does: 'help', press: ({ openDialog }) => openDialog(KeysDialog) },
  ],
};
