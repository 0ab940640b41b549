import { lazy } from 'react';

/** The way in to another source. It is loaded when somebody needs it. */
export const SourceSignIn = lazy(() => import('./new-account.tsx').then((module) => ({ default: module.NewAccount })));
