import { useTranslation } from '../../../texts/use-translation.ts';
import { Picture, type ShownPicture } from '../../../ui/signs/picture.tsx';
import { PictureField, type PictureFieldProps } from './picture-field.port.tsx';

export interface CoverFieldProps extends Pick<PictureFieldProps, 'calls' | 'remove'> {
  readonly cover: ShownPicture | undefined;
}

/** The cover of a room, a playlist or an item, with buttons to change and remove it. */
export function CoverField({ cover, ...rest }: CoverFieldProps) {
  const { t } = useTranslation('pictures');
  const shown = (
    <div className="relative grid aspect-video w-44 shrink-0 place-items-center overflow-hidden rounded-control bg-surface-2 text-sm text-muted">
      {t('cover.none')}
      {cover && <Picture picture={cover} sizes="176px" />}
    </div>
  );
  return (
    <section aria-label={t('cover.title')}>
      <h3 className="mb-2 text-sm font-medium">{t('cover.title')}</h3>
      <PictureField kind="cover" shown={shown} hasPicture={cover !== undefined} {...rest} />
    </section>
  );
}
