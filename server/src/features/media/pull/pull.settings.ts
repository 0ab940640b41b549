import { integer } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const pullSettings = {
  maxPullsPerRoom: setting(
    'rtmp.maxPullsPerRoom',
    integer(0, 64),
    4,
    'Live streams that this server pulls from elsewhere for one room at a time. 0: none.',
  ),
  maxPulls: setting(
    'rtmp.maxPulls',
    integer(0, 1_000),
    32,
    'Live streams that this server pulls from elsewhere at a time. 0: none.',
  ),
};
