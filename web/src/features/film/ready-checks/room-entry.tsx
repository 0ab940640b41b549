import type { RoomEntry } from '../../../room/room-entry.ts';
import type { RoomScope } from '../../../room/room-scope.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { playbackState } from '../playback/playback.port.ts';
import { readyCheck } from './resources.ts';
import { askRoom, ownAnswer, sayReady } from './use-ready-check.ts';

// The film does not wait for this.
const ReadyCard = whenLoaded(() => import('./ready-card.tsx').then((module) => module.ReadyCard));

/** Says that this person is ready, or asks the room if nobody is asked yet. [WRY3] */
function press(scope: RoomScope): void {
  const { room, self } = scope;
  const check = room.resources.store(readyCheck).get()?.ready_check;
  const state = room.resources.store(playbackState).get();
  const canStart = state?.media_id !== undefined && !state.is_playing;
  // What is refused here has just ended or begun, and the page shows that.
  const isRefused = () => undefined;
  if (check) {
    const given = ownAnswer(check, self.id) === 'ready' ? 'not_yet' : 'ready';
    void sayReady(scope, check, given).catch(isRefused);
  } else if (canStart && self.permissions.has('control_playback_state')) void askRoom(scope).catch(isRefused);
}

/** The button that asks stands among the buttons of the player. */
export const roomEntry: RoomEntry = {
  namespace: 'ready-checks',
  order: 45,
  resources: [readyCheck],
  strip: ReadyCard,
  keys: [{ caps: ['Y'], does: 'ready', press }],
};
