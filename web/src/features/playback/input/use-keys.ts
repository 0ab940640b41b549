import { useEffect, useRef } from 'react';

/** What the player's keys do; undefined where the person may not. */
export interface KeyActions {
  readonly togglePlay?: (() => void) | undefined;
  readonly seekBy?: ((seconds: number) => void) | undefined;
  readonly toggleMute: () => void;
  readonly changeVolume: (step: number) => void;
  readonly toggleFullScreen: () => void;
}

/** Keys of the player: space or K, J and L, arrows, M, F. They rest while something is typed or chosen. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !mayTake(event)) return;
      if (run(event.key.toLowerCase(), latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Fields, menus, dialogs and tabs use these keys themselves; space presses the button that has the focus. */
function mayTake(event: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]:not([popover]),[role="menu"],:popover-open') !== null) return false;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.isContentEditable || target.closest('input,textarea,select,[role="tab"],[role="listbox"]')) return false;
  if (
    event.key.startsWith('Arrow') &&
    target.closest('[role="slider"],[role="list"],[tabindex="0"]:not([data-player])')
  )
    return false;
  return !(event.key === ' ' && target.closest('button,a,summary,[role="button"]'));
}

function run(key: string, actions: KeyActions): boolean {
  switch (key) {
    case ' ':
    case 'k':
      return call(actions.togglePlay);
    case 'j':
    case 'arrowleft':
      return call(actions.seekBy, -10);
    case 'l':
    case 'arrowright':
      return call(actions.seekBy, 10);
    case 'arrowup':
      return call(actions.changeVolume, 0.1);
    case 'arrowdown':
      return call(actions.changeVolume, -0.1);
    case 'm':
      return call(actions.toggleMute);
    case 'f':
      return call(actions.toggleFullScreen);
    default:
      return false;
  }
}

function call<A extends unknown[]>(action: ((...args: A) => void) | undefined, ...args: A): boolean {
  action?.(...args);
  return action !== undefined;
}
