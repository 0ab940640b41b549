import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';

const Toasts = whenLoaded(() => import('./request-toasts.tsx').then((module) => module.RequestToasts));

export const roomEntry: RoomEntry = {
  namespace: 'join-requests',
  order: 75,
  Toasts,
};
