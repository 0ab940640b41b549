import { RadioTower } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { liveStreams } from './on-air.ts';
import { LiveStreamDialog } from './streams.port.ts';

const AdviceStrip = whenLoaded(() => import('./advice-strip.tsx').then((module) => module.AdviceStrip));

export const roomEntry: RoomEntry = {
  namespace: 'streams',
  order: 76,
  resources: [liveStreams],
  strip: AdviceStrip,
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
