import type { ReactNode } from 'react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { useObservedQueue, useRequestToast } from './queue.tsx';

function RequestToasts({ children }: { readonly children: ReactNode }) {
  useObservedQueue();
  useRequestToast();
  return children;
}

export const roomEntry: RoomEntry = {
  namespace: 'join-requests',
  order: 75,
  Provider: RequestToasts,
};
