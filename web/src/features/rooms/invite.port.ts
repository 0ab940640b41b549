import { lazy } from 'react';
import type { RoomDialog } from '../room/room-scope.port.ts';

/** Shows how others come into the room. */
export const InviteDialog: RoomDialog = lazy(() =>
  import('./invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
);
