import { Clapperboard } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { skippedParts } from './resources.ts';

const MarkCard = lazily(() => import('../series/mark-card.tsx').then((module) => module.MarkCard));

/** Skipping stands over the film. This entry observes the parts, and leads to what marks them. */
export const roomEntry: RoomEntry = {
  namespace: 'skipped-parts',
  order: 68,
  resources: [skippedParts],
  menu: [
    {
      text: 'menu',
      Icon: Clapperboard,
      dialog: MarkCard,
      isOffered: ({ room, self }) =>
        self.permissions.has('control_playback_state') &&
        !!room.resources.store(skippedParts).get()?.skipped_parts?.series,
    },
  ],
};
