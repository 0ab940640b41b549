import type { Texts } from '../../texts/translate.ts';
import { byFolder } from '../by-folder.ts';

export const texts = byFolder(
  import.meta.glob<Texts>(['../../features/*/*/texts.pt-BR.json', '../../room/texts.pt-BR.json'], {
    import: 'default',
  }),
);
export const errors = byFolder(import.meta.glob<Texts>('../../features/*/*/errors.pt-BR.json', { import: 'default' }));
