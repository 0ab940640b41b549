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

export interface MenuButtonProps extends Pick<MenuProps, 'trigger'> {
  /** Begins to load what pops up. */
  readonly load: () => unknown;
  /** The open menu with its button. */
  readonly popup: () => ReactNode;
}

/** What pops up is loaded when somebody reaches for the button: most screens have menus that nobody opens. */
export function MenuButton({ trigger, load, popup }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setWanted(true);
    },
  });
  return isWanted ? <Suspense fallback={button}>{popup()}</Suspense> : button;
}

/** A menu whose lines are known at once. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <MenuButton trigger={trigger} load={loadPopup} popup={() => <MenuPopup trigger={trigger} entries={entries} />} />
  );
}
