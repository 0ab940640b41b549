import { loadMigrations, type Migration } from '../store/migrations.ts';

/** Features with tables, in the order of their foreign keys. */
const migrated = [
  'audit',
  'bans',
  'settings',
  'users',
  'blocks',
  'notifications',
  'sessions',
  'mail',
  'emails',
  'mfa',
  'passkeys',
  'registrations',
  'oauth2',
  'providers',
  'provider-instances',
  'rooms',
  'guests',
  'room-creations',
  'room-taxonomy',
  'members',
  'my-rooms',
  'join-requests',
  'room-bans',
  'invitations',
  'library',
  'discovery',
  'media-probe',
  'playback',
  'history',
  'chat',
  'files',
  'reports',
  'schedule',
  'streams',
];

/** Migrations of all features' tables, in the order in which they run. */
export async function loadFeatureMigrations(): Promise<readonly Migration[]> {
  const load = (name: string) => loadMigrations(name, new URL(`../features/${name}/`, import.meta.url));
  return (await Promise.all(migrated.map(load))).flat();
}
