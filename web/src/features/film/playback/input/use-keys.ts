import { useEffect, useRef } from 'react';
import { isLayerOpen } from '../../../../ui/open-layer.ts';
import { mayBeShortcut } from '../../../../ui/shortcuts.ts';
import { type KeyActions, runKey } from './key-actions.ts';

/** Listens for the player's keys. They do nothing while the person types or has a menu or dialog open. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || event.defaultPrevented || !mayTake(event)) return;
      if (runKey(event.key.toLowerCase(), latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * False when another element uses the key: fields, menus, dialogs and tabs need these keys, and space presses the
 * focused button.
 */
function mayTake(event: KeyboardEvent): boolean {
  if (isLayerOpen()) return false;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.isContentEditable || target.closest('input,textarea,select,[role="tab"],[role="listbox"]')) return false;
  if (
    event.key.startsWith('Arrow') &&
    target.closest('[role="slider"],[role="list"],[tabindex="0"]:not([data-player])')
  )
    return false;
  return !(event.key === ' ' && target.closest('button,a,summary,[role="button"]'));
}
