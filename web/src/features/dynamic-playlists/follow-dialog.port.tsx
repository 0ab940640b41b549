import { lazy } from 'react';

/** Makes a playlist that follows a folder. It is loaded when somebody asks for it. */
export const FollowDialog = lazy(() =>
  import('./follow-dialog.tsx').then((module) => ({ default: module.FollowDialog })),
);
