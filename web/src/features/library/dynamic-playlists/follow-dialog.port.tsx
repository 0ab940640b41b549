import { lazily } from '../../../ui/lazily.tsx';

/** Makes a playlist that follows a folder. It is loaded when somebody asks for it. */
export const FollowDialog = lazily(() => import('./follow-dialog.tsx').then((module) => module.FollowDialog));
