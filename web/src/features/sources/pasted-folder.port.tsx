import { lazy } from 'react';

/** What a link to a list of films offers. It is loaded when somebody pastes one. */
export const PastedFolder = lazy(() =>
  import('./pasted/pasted-folder.tsx').then((module) => ({ default: module.PastedFolder })),
);
