import { useEffect, useState } from 'react';

/** The elements that get the focus when the open dialogs close, that of the newest dialog first. */
let trail: readonly Element[] = [];

/**
 * Sends the focus back to where it was before a dialog opened: pass the result to `onCloseAutoFocus`. Call it in a component that is
 * drawn only while the dialog is open. A dialog that replaced another one sends the focus to where the first one would have.
 */
export function useFocusReturn(): (event: Event) => void {
  // This is read while the dialog is drawn for the first time, as a field in it may take the focus before effects run.
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

/** The element with the focus. For a line of a menu, it is the button of the menu, as the lines disappear with it. */
function opener(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
}
