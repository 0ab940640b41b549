import { lazily } from '../../../ui/lazily.tsx';

/** The way in to another source. It is loaded when somebody needs it. */
export const SourceSignIn = lazily(() => import('./new-account.tsx').then((module) => module.NewAccount));
