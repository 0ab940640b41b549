import { Flag } from 'lucide-react';
import type { RoomEntry } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';

const ReportDialog = lazily(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

function ReportRoom({ onClose }: { readonly onClose: () => void }) {
  const { info } = useRoom();
  return <ReportDialog target={{ whole_room: {} }} what={info.name} onClose={onClose} />;
}

export const roomEntry: RoomEntry = {
  namespace: 'reports',
  order: 85,
  menu: [{ text: 'reportRoom', Icon: Flag, isOffered: ({ self }) => self.role !== 'creator', dialog: ReportRoom }],
};
