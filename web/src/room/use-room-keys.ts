import { useEffect, useRef } from 'react';
import { isEditable } from '../ui/is-editable.ts';
import { isLayerOpen } from '../ui/open-layer.ts';
import { mayBeShortcut } from '../ui/shortcuts.ts';
import type { RoomEntry } from './room-entry.ts';
import type { RoomScope } from './room-scope.ts';

/**
 * Handles the keys of the room's screen, except while the person types or a layer is open. Digits show panels;
 * `entries` define the other keys.
 */
export function useRoomKeys(entries: readonly RoomEntry[], scope: RoomScope): void {
  const latest = useRef({ entries, scope });
  latest.current = { entries, scope };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || event.defaultPrevented) return;
      if (isEditable(event.target as HTMLElement) || isLayerOpen()) return;
      const press = findKey(latest.current.entries, event.key);
      if (!press) return;
      press(latest.current.scope);
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Finds the action of `key`. @returns undefined when no entry has the key, or its feature listens itself. */
export function findKey(entries: readonly RoomEntry[], key: string): ((scope: RoomScope) => void) | undefined {
  const panel = entries.filter((entry) => entry.panel)[/^[1-9]$/.test(key) ? Number(key) - 1 : -1];
  if (panel) return ({ showPanel }) => showPanel(panel.namespace);
  const cap = key.length === 1 ? key.toUpperCase() : key;
  const found = entries.flatMap(({ keys = [] }) => keys).find(({ caps, press }) => press && caps.includes(cap));
  return found && ((scope) => found.press?.(scope, cap));
}
