import { integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const filesSettings = {
  maxMegabytesPerUser: setting(
    'files.maxMegabytesPerUser',
    integer(0, 1_000_000, 'megabytes'),
    1_024,
    'How much space the files of one person may take up, unfinished uploads included; 0 is no limit.',
  ),
  maxMegabytesPerRoom: setting(
    'files.maxMegabytesPerRoom',
    integer(0, 1_000_000, 'megabytes'),
    4_096,
    'How much space the files of one room may take up, unfinished uploads included; 0 is no limit.',
  ),
};
