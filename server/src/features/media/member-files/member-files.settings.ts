import { bool, integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const memberFilesSettings = {
  enabled: setting(
    'files.giveFromDisk',
    bool,
    true,
    'Whether members give films from their own disks to the whole room, through this server.',
  ),
  maxPerPage: setting(
    'files.maxGivenPerPage',
    integer(1, 8),
    4,
    'Files that one page of a member gives to its room at a time.',
  ),
};
