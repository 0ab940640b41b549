/** What this page sends now. It goes on while the person looks at something else of the room. */
import { useSyncExternalStore } from 'react';
import { makeStore } from '../../../client/store.ts';
import type { Capture } from './capture.ts';
import type { Sender, SenderFault, SenderState } from './sender.ts';

export interface Sending {
  readonly roomId: string;
  readonly mediaId: string;
  readonly capture: Capture;
  readonly sender: Pick<Sender, 'generationId' | 'doubt' | 'stop'>;
  readonly state: SenderState;
  readonly isMuted: boolean;
  readonly isHidden: boolean;
}

export interface SendingEnd {
  readonly mediaId: string;
  readonly fault: SenderFault;
}

const sending = makeStore<Sending | undefined>(undefined);
const lastEnd = makeStore<SendingEnd | undefined>(undefined);

export const useSending = (): Sending | undefined => useSyncExternalStore(sending.subscribe, sending.get);
/** Why the last stream of this page has ended, if nobody here ended it. */
export const useSendingEnd = (): SendingEnd | undefined => useSyncExternalStore(lastEnd.subscribe, lastEnd.get);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const leavePage = () => stopSending();

export function beginSending(begun: Omit<Sending, 'state' | 'isMuted' | 'isHidden'>): void {
  stopSending();
  lastEnd.set(undefined);
  sending.set({ ...begun, state: 'connecting', isMuted: false, isHidden: false });
  // The track ends when the person stops sharing the screen in the browser's own bar.
  begun.capture.picture.addEventListener('ended', stopSending, { once: true });
  addEventListener('beforeunload', warn);
  addEventListener('pagehide', leavePage);
}

export function changeSending(change: Partial<Pick<Sending, 'state' | 'isMuted' | 'isHidden'>>): void {
  const now = sending.get();
  if (!now) return;
  const next = { ...now, ...change };
  if (next.capture.microphone) next.capture.microphone.enabled = !next.isMuted;
  next.capture.picture.enabled = !next.isHidden;
  sending.set(next);
}

export function failSending(fault: SenderFault): void {
  const now = sending.get();
  stopSending();
  if (now) lastEnd.set({ mediaId: now.mediaId, fault });
}

export function stopSending(): void {
  const now = sending.get();
  if (!now) return;
  sending.set(undefined);
  removeEventListener('beforeunload', warn);
  removeEventListener('pagehide', leavePage);
  now.sender.stop();
  now.capture.stop();
}
