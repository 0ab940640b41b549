/** What invitations and cards show of a start; loaded where there is one. */
import { lazy } from 'react';

export const InvitationSchedule = lazy(() =>
  import('./invitation-schedule.tsx').then((module) => ({ default: module.InvitationSchedule })),
);
export const StartsIn = lazy(() => import('./starts-in.tsx').then((module) => ({ default: module.StartsIn })));
