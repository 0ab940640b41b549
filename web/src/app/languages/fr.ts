import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.fr.json', '../../room/texts.fr.json'], { import: 'default' }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.fr.json', { import: 'default' }));
