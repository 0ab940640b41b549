import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { sharedSubtitles } from './resources.ts';

const Toasts = whenLoaded(() => import('./shared-toasts.tsx').then((module) => module.SharedToasts));

export const roomEntry: RoomEntry = {
  namespace: 'shared-subtitles',
  order: 66,
  resources: [sharedSubtitles],
  Toasts,
};
