import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';

const GoOnStrip = whenLoaded(() => import('./go-on-strip.tsx').then((module) => module.GoOnStrip));

export const roomEntry: RoomEntry = { namespace: 'watched', order: 6, strip: GoOnStrip };
