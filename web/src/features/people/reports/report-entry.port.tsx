import { Flag } from 'lucide-react';
import type { RoomDialog } from '../../../room/room-scope.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import type { ReportTarget } from './report-target.ts';

const ReportDialog = lazily(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

/** The dialog that reports `target`. */
export function reportDialog(target: ReportTarget, what: string): RoomDialog {
  return ({ onClose }) => <ReportDialog target={target} what={what} onClose={onClose} />;
}

/** The menu item that reports the subject of the menu. `what`: the subject's name in the dialog. [WRP1] */
export function useReportEntry(): (target: ReportTarget, what: string) => MenuEntry {
  const { t } = useTranslation('reports');
  const { openDialog } = useRoom();
  return (target, what) => ({
    kind: 'item',
    label: t('report'),
    icon: <Flag size={18} aria-hidden="true" />,
    onSelect: () => openDialog(reportDialog(target, what)),
  });
}
