import type { Permission } from '@matinee/contract/gen/api.ts';

/** The lists of the drawer, in their order. */
export const moderationPlaces = ['requests', 'reports', 'bans'] as const;
export type ModerationPlace = (typeof moderationPlaces)[number];

/** The permission that each list needs. */
const needed: Record<ModerationPlace, Permission> = {
  requests: 'review_join_requests',
  reports: 'delete_chat_messages',
  bans: 'remove_members',
};

/** The lists that a person with these permissions sees. Pure. [WMD1] */
export function placesFor(permissions: ReadonlySet<Permission>): readonly ModerationPlace[] {
  return moderationPlaces.filter((place) => permissions.has(needed[place]));
}
