import type { RoomEntry } from '../../../room/room-entry.ts';
import { suggestions } from './resources.ts';
import { SuggestionToasts } from './suggestion-toasts.tsx';

/** The list stands in the playlist. */
export const roomEntry: RoomEntry = {
  namespace: 'suggestions',
  order: 66,
  resources: [suggestions],
  Provider: SuggestionToasts,
};
