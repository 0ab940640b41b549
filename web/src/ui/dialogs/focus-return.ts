import { useEffect, useState } from 'react';

/** What the open dialogs go back to, the newest first. */
let trail: readonly Element[] = [];

/**
 * Sends the focus back to where it was before a dialog opened: give the answer to `onCloseAutoFocus`. Call it in a component that is
 * there while the dialog is open and no longer. A dialog that took another one's place goes back to where that one would have gone.
 */
export function useFocusReturn(): (event: Event) => void {
  // Asked while the dialog is drawn for the first time: a field in it may take the focus before any effect runs.
  const [own] = useState(() => [opener(), ...trail].filter((element) => element !== null));
  useEffect(() => {
    const before = trail;
    trail = own;
    return () => {
      trail = before;
    };
  }, [own]);
  return (event) => {
    event.preventDefault();
    const target = own.find((element) => element.isConnected && element !== document.body);
    if (target instanceof HTMLElement) target.focus();
  };
}

/** Where the focus is; the button of a menu for one of its lines, which go with the menu. */
function opener(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
}
