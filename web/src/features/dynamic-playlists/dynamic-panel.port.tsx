import { lazy } from 'react';

/** A playlist that follows a folder. It is loaded when somebody opens one. */
export const DynamicPanel = lazy(() =>
  import('./dynamic-panel.tsx').then((module) => ({ default: module.DynamicPanel })),
);
