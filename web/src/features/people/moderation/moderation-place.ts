import type { Permission } from '@matinee/contract/gen/api.ts';

/** The lists of the drawer, in their order. */
export const moderationPlaces = ['requests', 'reports', 'bans'] as const;
export type ModerationPlace = (typeof moderationPlaces)[number];

/** What somebody has to be allowed to see a list. */
const needed: Record<ModerationPlace, Permission> = {
  requests: 'review_join_requests',
  reports: 'delete_chat_messages',
  bans: 'remove_members',
};

/** The lists that somebody with these permissions sees. Pure. [WMD1] */
export function placesFor(permissions: ReadonlySet<Permission>): readonly ModerationPlace[] {
  return moderationPlaces.filter((place) => permissions.has(needed[place]));
}
