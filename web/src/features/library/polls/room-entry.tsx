import { Vote } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { lazily, soon } from '../../../ui/lazily.tsx';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { polls } from './resources.ts';

const PollsDialog = lazily(() => import('./polls-dialog.tsx').then((module) => module.PollsDialog));
const AboveMessages = soon(() => import('./polls-above-chat.tsx').then((module) => module.PollsAboveChat));
const Toasts = whenLoaded(() => import('./poll-toasts.tsx').then((module) => module.PollToasts));
const ChatTool = soon(() => import('./new-poll-button.tsx').then((module) => module.NewPollButton));

export const roomEntry: RoomEntry = {
  namespace: 'polls',
  order: 65,
  resources: [polls],
  Toasts,
  offers: { AboveMessages, ChatTool },
  menu: [{ text: 'title', Icon: Vote, isOffered: ({ self }) => self.role !== 'guest', dialog: PollsDialog }],
};
