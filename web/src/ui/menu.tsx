import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { IconButtonProps } from './icon-button.tsx';

/** One line of a menu, or a group of lines of which one is chosen. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly value: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly onChange: (value: string) => void;
    }
  | { readonly kind: 'label'; readonly label: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Partial<IconButtonProps>>;
  readonly entries: readonly MenuEntry[];
}

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })));

/** What pops up is loaded when somebody reaches for the button: most screens have menus that nobody opens. */
export function Menu({ trigger, entries }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadPopup,
    onFocus: loadPopup,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setWanted(true);
    },
  });
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuPopup trigger={trigger} entries={entries} />
    </Suspense>
  );
}
