import { bool } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const artworkSettings = {
  frames: setting(
    'files.filmPictures',
    bool,
    true,
    'Whether films without a cover get one of their own frames as their picture, where ffmpeg is installed.',
  ),
};
