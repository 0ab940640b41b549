import { Coffee, MonitorSmartphone } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { isChatOnly } from './chat-only.ts';
import { playbackSource, playbackState } from './playback.port.ts';

const BreakDialog = lazily(() => import('../breaks/break-dialog.tsx').then((module) => module.BreakDialog));
const ChatOnlyDialog = lazily(() => import('./remote/chat-only-dialog.tsx').then((module) => module.ChatOnlyDialog));

/**
 * The film has a fixed place on the screen. So this entry adds only its keys to the list, breaks, and the choice of
 * another screen. The player itself listens for the keys.
 */
export const roomEntry: RoomEntry = {
  namespace: 'playback',
  order: 10,
  resources: [playbackState, playbackSource],
  menu: [
    {
      text: 'breakTitle',
      Icon: Coffee,
      dialog: BreakDialog,
      isOffered: ({ self }) => self.permissions.has('control_playback_state'),
    },
    {
      text: 'otherScreen.title',
      Icon: MonitorSmartphone,
      dialog: ChatOnlyDialog,
      isOffered: ({ room }) => !isChatOnly(room.roomId),
    },
  ],
  keys: [
    { caps: ['Space', 'K'], does: 'playPause' },
    { caps: ['←', '→'], does: 'seek' },
    { caps: ['↑', '↓'], does: 'volume' },
    { caps: ['M'], does: 'mute' },
    { caps: ['F'], does: 'fullScreen' },
    { caps: ['D'], does: 'danmaku' },
    { caps: ['R'], does: 'react' },
  ],
};
