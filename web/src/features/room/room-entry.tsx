import { Keyboard, LogOut } from 'lucide-react';
import { lazy } from 'react';
import type { RoomEntry } from './room-entry.port.ts';
import { roomSettings, selfMember } from './room-facts.port.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));
const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })));

/** What the room itself adds: its settings, the menu items and keys that belong to no other feature. */
export const roomEntry: RoomEntry = {
  namespace: 'room',
  order: 90,
  resources: [selfMember, roomSettings],
  menu: [
    { text: 'keys.title', Icon: Keyboard, dialog: KeysDialog },
    { text: 'leave', Icon: LogOut, dialog: LeaveDialog },
  ],
  keys: [
    { caps: ['T'], does: 'theatre', press: ({ togglePanels }) => togglePanels() },
    { caps: ['?'], does: 'help', press: ({ openDialog }) => openDialog(KeysDialog) },
  ],
};
