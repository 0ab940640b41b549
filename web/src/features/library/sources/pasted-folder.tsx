import { lazily } from '../../../ui/lazily.tsx';

/** What a link to a list of films offers. It is loaded when somebody pastes one. */
export const PastedFolder = lazily(() => import('./pasted/pasted-folder.tsx').then((module) => module.PastedFolder));
