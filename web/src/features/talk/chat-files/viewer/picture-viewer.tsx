import type { RoomDialog } from '../../../../room/room-scope.ts';
import { lazily } from '../../../../ui/lazily.tsx';

const Viewer = lazily(() => import('./viewer.tsx').then((module) => module.Viewer));

/** Makes the dialog that shows a picture of the chat over the room. */
export function pictureViewer(attachmentId: string): RoomDialog {
  return ({ onClose }) => <Viewer firstId={attachmentId} onClose={onClose} />;
}
