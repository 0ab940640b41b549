import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';

const AskName = whenLoaded(() => import('./ask-name.tsx').then((module) => module.AskName));

export const roomEntry: RoomEntry = { namespace: 'display-names', order: 5, strip: AskName };
