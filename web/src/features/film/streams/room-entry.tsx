import { RadioTower } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { AdviceStrip } from './advice-strip.tsx';
import { liveStreams } from './on-air.ts';
import { LiveStreamDialog } from './streams.port.ts';

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
