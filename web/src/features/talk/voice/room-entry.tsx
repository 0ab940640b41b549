import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { talkKey } from './choices.ts';
import { nameOfKey } from './talk-key.ts';
import { VoiceProvider } from './voice-scope.tsx';

// The film and the chat do not wait for this.
const VoiceStrip = whenLoaded(() => import('./screen/voice-strip.tsx').then((module) => module.VoiceStrip));

export const roomEntry: RoomEntry = {
  namespace: 'voice',
  order: 50,
  Provider: VoiceProvider,
  strip: VoiceStrip,
  keys: [
    { caps: ['Shift M'], does: 'mute' },
    {
      // The key that this person has chosen.
      get caps() {
        return [nameOfKey(talkKey.get())];
      },
      does: 'talk',
    },
  ],
};
