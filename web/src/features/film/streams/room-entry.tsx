import { RadioTower } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { liveStreams } from './on-air.ts';
import { LiveStreamDialog } from './streams.port.ts';

const SenderStrip = whenLoaded(() => import('./sender-strip.tsx').then((module) => module.SenderStrip));

export const roomEntry: RoomEntry = {
  namespace: 'streams',
  order: 76,
  resources: [liveStreams],
  strip: SenderStrip,
  menu: [
    {
      text: 'menu',
      Icon: RadioTower,
      isOffered: ({ self, server }) =>
        server?.live_streams_enabled === true &&
        (self.permissions.has('manage_own_media') || self.permissions.has('manage_live_streams')),
      dialog: LiveStreamDialog,
    },
  ],
};
