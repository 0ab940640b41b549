import type { RoomEntry } from '../../../room/room-entry.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';

const SaidBeforeStrip = whenLoaded(() => import('./said-before-strip.tsx').then((module) => module.SaidBeforeStrip));

export const roomEntry: RoomEntry = { namespace: 'said-before', order: 22, strip: SaidBeforeStrip };
