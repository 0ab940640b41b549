/** What invitations and cards show of a start; loaded where there is one. */
import { lazily } from '../../../ui/lazily.tsx';

export const InvitationSchedule = lazily(() =>
  import('./invitation-schedule.tsx').then((module) => module.InvitationSchedule),
);
export const StartsIn = lazily(() => import('./starts-in.tsx').then((module) => module.StartsIn));
