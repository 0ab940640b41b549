import { lazy } from 'react';

/** Finds films on servers that the person is signed in to. It is loaded when it is opened. */
export const SourceBrowser = lazy(() =>
  import('./browser/source-browser.tsx').then((module) => ({ default: module.SourceBrowser })),
);
