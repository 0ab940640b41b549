import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';

export const roomEntry: RoomEntry = {
  namespace: 'recordings',
  order: 77,
  strip: whenLoaded(() => import('./recording-strip.tsx').then((module) => module.RecordingStrip)),
};
