import { useSyncExternalStore } from 'react';

/** Rooms whose film this page leaves out, as far as it has been asked. */
const known = new Map<string, boolean>();
const listeners = new Set<() => void>();

const keyOf = (roomId: string) => `matinee.chatOnly.${roomId}`;

/** True where the person watches the film of the room on another screen: it is not loaded here. [SY73] */
export function useIsChatOnly(roomId: string): boolean {
  return useSyncExternalStore(subscribe, () => isChatOnly(roomId));
}

/** Leaves the film of a room out at this page, or shows it again. It lasts as long as the tab, also when the page is loaded again. */
export function setChatOnly(roomId: string, isOn: boolean): void {
  known.set(roomId, isOn);
  try {
    if (isOn) sessionStorage.setItem(keyOf(roomId), 'on');
    else sessionStorage.removeItem(keyOf(roomId));
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function isChatOnly(roomId: string): boolean {
  const isOn = known.get(roomId) ?? stored(roomId);
  known.set(roomId, isOn);
  return isOn;
}

function stored(roomId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(roomId)) === 'on';
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
