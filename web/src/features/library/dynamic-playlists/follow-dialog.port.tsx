import { lazily } from '../../../ui/lazily.tsx';

/** Makes a playlist that follows a folder. Its code is loaded when a person asks for it. */
export const FollowDialog = lazily(() => import('./follow-dialog.tsx').then((module) => module.FollowDialog));
