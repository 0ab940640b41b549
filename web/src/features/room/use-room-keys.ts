import { useEffect, useRef } from 'react';
import { isEditable } from '../../ui/is-editable.ts';
import type { PanelTab } from './room-panel.tsx';

export interface RoomKeyActions {
  readonly showTab: (tab: PanelTab) => void;
  readonly togglePanel: () => void;
  readonly showKeys: () => void;
}

/** Keys of the room's screen, while nothing is typed and no dialog is open. */
export function useRoomKeys(actions: RoomKeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isEditable(event.target as HTMLElement) || document.querySelector('[role="dialog"],[role="menu"]')) return;
      if (!run(event.key, latest.current)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function run(key: string, actions: RoomKeyActions): boolean {
  if (key === '?') actions.showKeys();
  else if (key === '1') actions.showTab('chat');
  else if (key === '2') actions.showTab('playlist');
  else if (key === '3') actions.showTab('people');
  else if (key === 't' || key === 'T') actions.togglePanel();
  else if (key === '/') {
    actions.showTab('chat');
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat-input]')?.focus());
  } else return false;
  return true;
}
