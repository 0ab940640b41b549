import { lazily } from '../../../ui/lazily.tsx';

/** The offers for a link to a list of films. The code is loaded when a person pastes one. */
export const PastedFolder = lazily(() => import('./pasted/pasted-folder.tsx').then((module) => module.PastedFolder));
