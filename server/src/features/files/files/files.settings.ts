import { integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const filesSettings = {
  maxMegabytesPerUser: setting(
    'files.maxMegabytesPerUser',
    integer(0, 1_000_000, 'megabytes'),
    1_024,
    'What the files of one person may have together, uploads included that are not completed; 0 is no limit.',
  ),
  maxMegabytesPerRoom: setting(
    'files.maxMegabytesPerRoom',
    integer(0, 1_000_000, 'megabytes'),
    4_096,
    'What the files of one room may have together, uploads included that are not completed; 0 is no limit.',
  ),
};
