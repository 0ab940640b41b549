import { basename } from 'node:path';
import { loadMigrations, type Migration } from '../store/migrations.ts';

/** Features with tables, by wing and name, in the order of their foreign keys. */
const migrated = [
  'record/audit',
  'accounts/bans',
  'operating/settings',
  'accounts/users',
  'accounts/blocks',
  'accounts/notifications',
  'accounts/sessions',
  'record/mail',
  'accounts/emails',
  'accounts/mfa',
  'accounts/passkeys',
  'accounts/registrations',
  'accounts/oauth2',
  'media/providers',
  'media/provider-instances',
  'rooms/rooms',
  'rooms/guests',
  'rooms/room-creations',
  'rooms/room-taxonomy',
  'rooms/members',
  'rooms/my-rooms',
  'rooms/join-requests',
  'rooms/room-bans',
  'rooms/invitations',
  'media/library',
  'rooms/discovery',
  'media/media-probe',
  'watching/playback',
  'watching/history',
  'talk/chat',
  'files/files',
  'rooms/reports',
  'watching/schedule',
  'media/streams',
];

/** Migrations of all features' tables, in the order in which they run. */
export async function loadFeatureMigrations(): Promise<readonly Migration[]> {
  const load = (place: string) => loadMigrations(basename(place), new URL(`../features/${place}/`, import.meta.url));
  return (await Promise.all(migrated.map(load))).flat();
}
