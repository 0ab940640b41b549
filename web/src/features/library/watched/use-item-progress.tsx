import { type ReactNode, Suspense, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';

const ProgressDialog = lazily(() => import('./progress-dialog.tsx').then((module) => module.ProgressDialog));

interface ItemProgress {
  /** Shows the members' progress with the item; undefined: the room does not share it. */
  readonly open: (() => void) | undefined;
  readonly dialog: ReactNode;
}

/** The members' progress with an item, if the room shares it. `title`: the item's shown name. [WOH7] */
export function useItemProgress(mediaId: string, title: string): ItemProgress {
  const { settings } = useRoom();
  const [isOpen, setOpen] = useState(false);
  if (!settings?.show_progress) return { open: undefined, dialog: null };
  return {
    open: () => setOpen(true),
    dialog: (
      <Suspense>{isOpen && <ProgressDialog mediaId={mediaId} title={title} onClose={() => setOpen(false)} />}</Suspense>
    ),
  };
}
