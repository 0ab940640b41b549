import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { lazily } from '../lazily.tsx';
import type { MenuProps } from './menu-popup.tsx';

const MenuPopup = lazily(() => import('./menu-popup.tsx').then((module) => module.MenuPopup));

export interface MenuButtonProps extends Pick<MenuProps, 'trigger'> {
  /** Starts to load the menu. */
  readonly load: () => unknown;
  /** The open menu with its button. */
  readonly popup: (isByKeyboard: boolean) => ReactNode;
}

/** Loads the menu when the pointer or the focus reaches its button, as most menus on a screen are never opened. */
export function MenuButton({ trigger, load, popup }: MenuButtonProps) {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard'>();
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    // A click with a press count of 0 comes from a key.
    onClick: (event: MouseEvent) => setWanted(event.detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setWanted('keyboard');
    },
  });
  return wanted ? <Suspense fallback={button}>{popup(wanted === 'keyboard')}</Suspense> : button;
}

/** A menu whose items need not be loaded. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <MenuButton
      trigger={trigger}
      load={MenuPopup.load}
      popup={(isByKeyboard) => <MenuPopup {...{ trigger, entries, isByKeyboard }} />}
    />
  );
}
