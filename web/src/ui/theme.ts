import { useEffect, useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'matinee.theme';
const listeners = new Set<() => void>();
/** Number of shown screens that are dark in every theme. A room is one. */
let darkRooms = 0;

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(): void {
  const theme = darkRooms > 0 ? 'dark' : storedTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, storedTheme);
}

/** Makes the page dark while the calling screen is shown, so that no part of it is brighter than the film. */
export function useDarkRoom(): void {
  useEffect(() => {
    darkRooms++;
    applyTheme();
    return () => {
      darkRooms--;
      applyTheme();
    };
  }, []);
}

applyTheme();
