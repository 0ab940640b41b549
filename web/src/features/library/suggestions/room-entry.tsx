import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { suggestions } from './resources.ts';

const Toasts = whenLoaded(() => import('./suggestion-toasts.tsx').then((module) => module.SuggestionToasts));

/** The list is shown in the playlist. */
export const roomEntry: RoomEntry = {
  namespace: 'suggestions',
  order: 66,
  resources: [suggestions],
  Toasts,
};
