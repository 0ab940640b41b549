import type { RoomDialog } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { ModerationPlace } from './moderation-place.ts';

const Drawer = lazily(() => import('./moderation-drawer.tsx').then((module) => module.ModerationDrawer));

/** The drawer of moderators, open at one of its places. [WMD1] */
export function moderationAt(place: ModerationPlace): RoomDialog {
  return ({ onClose }) => <Drawer place={place} onClose={onClose} />;
}
