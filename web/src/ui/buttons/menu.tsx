import { cloneElement, type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { MenuProps } from './menu-popup.tsx';

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })));

export interface MenuButtonProps extends Pick<MenuProps, 'trigger'> {
  /** Starts to load the menu. */
  readonly load: () => unknown;
  /** The open menu with its button. */
  readonly popup: (isByKeyboard: boolean) => ReactNode;
}

/** The menu is loaded when the pointer or the focus comes to its button, as nobody opens most of the menus on a screen. */
export function MenuButton({ trigger, load, popup }: MenuButtonProps) {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard'>();
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    // A click without a count of presses comes from a key.
    onClick: (event: MouseEvent) => setWanted(event.detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setWanted('keyboard');
    },
  });
  return wanted ? <Suspense fallback={button}>{popup(wanted === 'keyboard')}</Suspense> : button;
}

/** A menu whose lines are known at once. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <MenuButton
      trigger={trigger}
      load={loadPopup}
      popup={(isByKeyboard) => <MenuPopup {...{ trigger, entries, isByKeyboard }} />}
    />
  );
}
