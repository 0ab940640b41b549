/** The parts of a start that invitations and cards show. Their code is loaded where there is a start. */
import { lazily } from '../../../ui/lazily.tsx';

export const InvitationSchedule = lazily(() =>
  import('./invitation-schedule.tsx').then((module) => module.InvitationSchedule),
);
export const StartsIn = lazily(() => import('./starts-in.tsx').then((module) => module.StartsIn));
