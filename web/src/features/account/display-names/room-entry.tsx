import { whenLoaded } from '../../../ui/when-loaded.tsx';
import type { RoomEntry } from '../../../room/room-entry.ts';

const AskName = whenLoaded(() => import('./ask-name.tsx').then((module) => module.AskName));

export const roomEntry: RoomEntry = { namespace: 'display-names', order: 5, strip: AskName };
