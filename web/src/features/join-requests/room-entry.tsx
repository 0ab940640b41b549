import { UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RoomEntry } from '../room/room-entry.port.ts';
import { QueueDrawer, useObservedQueue, useRequestToast } from './queue.port.tsx';

function RequestToasts({ children }: { readonly children: ReactNode }) {
  useObservedQueue();
  useRequestToast();
  return children;
}

export const roomEntry: RoomEntry = {
  namespace: 'join-requests',
  order: 75,
  Provider: RequestToasts,
  menu: [
    {
      text: 'menu',
      Icon: UserCheck,
      isOffered: ({ self, settings }) =>
        self.permissions.has('review_join_requests') && settings?.require_approval === true,
      dialog: QueueDrawer,
    },
  ],
};
