import { integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const watchedSettings = {
  maxEntries: setting(
    'user.maxWatchedEntries',
    integer(0, 100_000, 'entries'),
    2_000,
    'Entries kept in the own history of a person; older ones are deleted.',
  ),
  retentionDays: setting(
    'user.watchedRetentionDays',
    integer(1, 3650, 'days'),
    730,
    'Days for which the own history of a person is kept.',
  ),
};
