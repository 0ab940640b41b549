import { lazily } from '../../../ui/lazily.tsx';

/** Finds films on servers that the person is signed in to. The code is loaded when it is opened. */
export const SourceBrowser = lazily(() =>
  import('./browser/source-browser.tsx').then((module) => module.SourceBrowser),
);
