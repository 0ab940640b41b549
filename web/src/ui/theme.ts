import { useEffect } from 'react';
import { makeStoredChoice, useStoredChoice } from './stored-choice.ts';

export type Theme = 'system' | 'light' | 'dark';

const chosen = makeStoredChoice(
  'matinee.theme',
  (stored): Theme => (stored === 'light' || stored === 'dark' ? stored : 'system'),
);
/** Number of shown screens that are dark in every theme. A room is one. */
let darkRooms = 0;

function applyTheme(): void {
  const theme = darkRooms > 0 ? 'dark' : chosen.get();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const chooseTheme = chosen.set;

export function useTheme(): Theme {
  return useStoredChoice(chosen);
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
chosen.subscribe(applyTheme);
chosen.followTabs();
