import { useEffect, useState } from 'react';

/** The elements that get the focus when the open dialogs close; first the one of the newest dialog. */
let trail: readonly Element[] = [];

/**
 * Sends the focus back to where it was before a dialog opened: pass the result to `onCloseAutoFocus`. Call it in a
 * component that is drawn only while the dialog is open. If the dialog replaced another one, the focus goes where that
 * one would have sent it.
 */
export function useFocusReturn(): (event: Event) => void {
  // Read while the dialog is first drawn, as a field in it may take the focus before effects run.
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

/** The element with the focus. For a line of a menu, the menu's button, as the lines disappear with the menu. */
function opener(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
}
