import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { moderationAt } from './moderation.tsx';
import { placesFor } from './moderation-place.ts';
import { useLinkedPlace } from './use-linked-place.ts';

function LinkedPlace({ children }: { readonly children: ReactNode }) {
  useLinkedPlace();
  return children;
}

export const roomEntry: RoomEntry = {
  namespace: 'moderation',
  order: 78,
  Provider: LinkedPlace,
  menu: [
    {
      text: 'title',
      Icon: ShieldAlert,
      isOffered: ({ self }) => placesFor(self.permissions).length > 0,
      dialog: moderationAt('requests'),
    },
  ],
};
