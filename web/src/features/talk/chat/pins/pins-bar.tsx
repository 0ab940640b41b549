import { Pin } from 'lucide-react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { summaryOf } from '../summary.ts';
import { usePins } from './use-pins.ts';

const PinsDialog = lazily(() => import('./pins-dialog.tsx').then((module) => module.PinsDialog));

/** The newest pinned message above the chat. A press shows all of them. [WC12] */
export function PinsBar() {
  const { t } = useTranslation(['chat-finding', 'chat']);
  const { openDialog } = useRoom();
  const pins = usePins();
  const newest = pins[0];
  if (!newest?.message) return null;
  return (
    <button
      type="button"
      onPointerEnter={PinsDialog.load}
      onClick={() => openDialog(PinsDialog)}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 px-4 text-start text-sm hover:bg-surface-2"
    >
      <Pin size={14} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {summaryOf(newest.message, t)}
      </span>
      {pins.length > 1 && (
        <span className="shrink-0 text-xs text-muted">{t('morePins', { count: pins.length - 1 })}</span>
      )}
      <span className="sr-only">{t('showPins')}</span>
    </button>
  );
}
