import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.es.json', '../../room/texts.es.json'], { import: 'default' }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.es.json', { import: 'default' }));
