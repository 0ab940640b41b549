import type { RoomDialog } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';

/** Shows how to invite others into the room. */
export const InviteDialog: RoomDialog = lazily(() =>
  import('./invite-dialog.tsx').then((module) => module.InviteDialog),
);
