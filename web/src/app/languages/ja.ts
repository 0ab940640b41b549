import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.ja.json', '../../room/texts.ja.json'], { import: 'default' }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.ja.json', { import: 'default' }));
