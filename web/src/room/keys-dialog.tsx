import { useTranslation } from '../texts/use-translation.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Switch } from '../ui/fields/switch.tsx';
import { letterShortcuts } from '../ui/shortcuts.ts';
import { useStoredChoice } from '../ui/stored-choice.ts';
import { roomEntries } from './room-entries.tsx';

/** Lists the keys and their actions, which the features' entries name, and switches letters and digits off. [WRM12] */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['room', ...roomEntries.map(({ namespace }) => namespace)]);
  const letters = useStoredChoice(letterShortcuts);
  const panels = roomEntries.filter(({ panel }) => panel);
  const lines = [
    ...roomEntries.flatMap(({ namespace, keys = [] }) =>
      keys.map(({ caps, does }) => ({ caps, text: t(`keys.${does}`, { ns: namespace }) })),
    ),
    { caps: panels.map((_, index) => String(index + 1)), text: t('keys.tabs') },
  ];
  return (
    <Dialog title={t('keys.title')} isOpen onClose={onClose}>
      <Switch
        label={t('keys.letters')}
        hint={t('keys.lettersHint')}
        checked={letters === 'on'}
        onChange={(isOn) => letterShortcuts.set(isOn ? 'on' : 'off')}
      />
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {lines.map(({ caps, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1.5" dir="ltr">
              {caps.map((cap) => (
                <kbd
                  key={cap}
                  className="grid min-h-8 min-w-8 place-items-center rounded-lg border border-line bg-surface-2 px-2 font-sans text-sm font-medium"
                >
                  {cap === 'Space' ? t('keys.space') : cap}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
