import { lazily } from '../../../ui/lazily.tsx';
import type { RoomDialog } from '../../../room/room-scope.ts';

/** Shows how others come into the room. */
export const InviteDialog: RoomDialog = lazily(() =>
  import('./invite-dialog.tsx').then((module) => module.InviteDialog),
);
