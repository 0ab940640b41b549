import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.en.json', '../../room/texts.en.json'], { import: 'default' }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.en.json', { import: 'default' }));
