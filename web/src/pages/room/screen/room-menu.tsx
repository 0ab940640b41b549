import { roomEntries } from '../../../room/room-entries.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { preloadTexts } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { MenuPopup, type MenuPopupProps } from '../../../ui/buttons/menu-popup.tsx';

const offering = roomEntries.filter(({ menu }) => menu);
const namespaces = offering.map(({ namespace }) => namespace);

preloadTexts(...namespaces);

/** The room's menu when open, with the items of the features. */
export function RoomMenu({ trigger, isByKeyboard }: Omit<MenuPopupProps, 'entries'>) {
  const { t } = useTranslation(namespaces);
  const scope = useRoom();
  const entries = offering.flatMap(({ namespace, menu = [] }) =>
    menu
      .filter(({ isOffered }) => isOffered?.(scope) ?? true)
      .map(({ text, Icon, dialog }) => ({
        kind: 'item' as const,
        label: t(text, { ns: namespace }),
        icon: <Icon size={18} aria-hidden="true" />,
        onSelect: () => scope.openDialog(dialog),
      })),
  );
  return <MenuPopup trigger={trigger} isByKeyboard={isByKeyboard} entries={entries} />;
}
