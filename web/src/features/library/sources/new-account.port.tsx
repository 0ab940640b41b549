import { lazily } from '../../../ui/lazily.tsx';

/** The sign-in to another source. Its code is loaded when a person needs it. */
export const SourceSignIn = lazily(() => import('./new-account.tsx').then((module) => module.NewAccount));
