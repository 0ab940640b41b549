import type { RoomEntry } from '../../../room/room-entry.ts';
import { sharedSubtitles } from './resources.ts';
import { SharedToasts } from './shared-toasts.tsx';

export const roomEntry: RoomEntry = {
  namespace: 'shared-subtitles',
  order: 66,
  resources: [sharedSubtitles],
  Provider: SharedToasts,
};
