import { useSyncExternalStore } from 'react';
import { inTab } from '../../../storage/storage.ts';

/** Whether this page leaves out the film of a room, for the rooms that were asked about. */
const known = new Map<string, boolean>();
const listeners = new Set<() => void>();

const keyOf = (roomId: string) => `matinee.chatOnly.${roomId}`;

/** True when the person watches the room's film on another screen: this page does not load it. [SY73] */
export function useIsChatOnly(roomId: string): boolean {
  return useSyncExternalStore(subscribe, () => isChatOnly(roomId));
}

/**
 * Leaves out the film of a room on this page, or shows it again. The choice lasts as long as the tab, also after a
 * reload.
 */
export function setChatOnly(roomId: string, isOn: boolean): void {
  known.set(roomId, isOn);
  inTab.write(keyOf(roomId), isOn ? 'on' : undefined);
  for (const listener of listeners) listener();
}

export function isChatOnly(roomId: string): boolean {
  const isOn = known.get(roomId) ?? inTab.read(keyOf(roomId)) === 'on';
  known.set(roomId, isOn);
  return isOn;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
