import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.de.json', '../../room/texts.de.json'], { import: 'default' }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.de.json', { import: 'default' }));
