import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.zh-Hans.json', '../../room/texts.zh-Hans.json'], {
    import: 'default',
  }),
);
export const errors = byFolder(
  import.meta.glob<Texts>('../../features/*/*/errors.zh-Hans.json', { import: 'default' }),
);
