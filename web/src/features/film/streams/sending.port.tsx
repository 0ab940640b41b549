import type { Media } from '@matinee/contract/gen/api.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { maySend } from './may-send.ts';
import { LiveStreamDialog } from './streams.port.ts';

interface Sending {
  /** Says how to send to the item, and shows what arrives; undefined: this person may not send to it. */
  readonly open: (() => void) | undefined;
  readonly dialog: ReactNode;
}

/** The sending of a live stream to an item, whatever the room plays. [WLS10] */
export function useSending(media: Media): Sending {
  const { self } = useRoom();
  const [isOpen, setOpen] = useState(false);
  if (!maySend(self, media)) return { open: undefined, dialog: null };
  return {
    open: () => setOpen(true),
    dialog: <Suspense>{isOpen && <LiveStreamDialog media={media} onClose={() => setOpen(false)} />}</Suspense>,
  };
}
