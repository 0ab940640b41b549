import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

/** What each key does. The keys of the film belong to the player, the others to `useRoomKeys`. */
const keys = [
  { keys: ['Space', 'K'], does: 'playPause' },
  { keys: ['←', '→'], does: 'seek' },
  { keys: ['↑', '↓'], does: 'volume' },
  { keys: ['M'], does: 'mute' },
  { keys: ['F'], does: 'fullScreen' },
  { keys: ['1', '2', '3'], does: 'tabs' },
  { keys: ['/'], does: 'write' },
  { keys: ['T'], does: 'theatre' },
  { keys: ['Ctrl V'], does: 'paste' },
  { keys: ['?'], does: 'help' },
] as const;

export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('room');
  return (
    <Dialog title={t('keys.title')} isOpen={isOpen} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {keys.map((entry) => (
          <div key={entry.does} className="contents">
            <dt className="flex gap-1.5" dir="ltr">
              {entry.keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-h-8 min-w-8 place-items-center rounded-lg border border-line bg-surface-2 px-2 font-sans text-sm font-medium"
                >
                  {key === 'Space' ? t('keys.space') : key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`keys.${entry.does}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
