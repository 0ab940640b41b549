import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { faces } from './faces.ts';
import { useCounts, useRate, useRaters } from './use-ratings.ts';

/** The five faces with their counts. A press chooses one, another press on it takes it back. [WRA2] */
export function FaceRow({ mediaId }: { readonly mediaId: string }) {
  const { t } = useTranslation('ratings');
  const counts = useCounts(mediaId);
  const { data } = useRaters(mediaId);
  const rate = useRate(mediaId);
  const own = rate.isPending ? rate.variables : (data?.own_face ?? 0);
  return (
    <fieldset className="flex min-w-0 items-center justify-center gap-1">
      <legend className="sr-only">{t('title')}</legend>
      {faces.map((emoji, place) => {
        const face = place + 1;
        const count = counts[place] ?? 0;
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={own === face}
            aria-label={t('choose', { face: t(`faces.${face}`), count })}
            title={t(`faces.${face}`)}
            onClick={() => rate.isPending || rate.mutate(own === face ? 0 : face)}
            className={classNames(
              'grid min-h-14 min-w-12 justify-items-center rounded-control px-1 py-1 transition-transform active:scale-110 @max-[34rem]:min-h-12',
              own === face ? 'bg-accent-soft ring-2 ring-accent-text' : 'hover:bg-surface-2',
            )}
          >
            <span aria-hidden="true" className="font-emoji text-2xl leading-tight">
              {emoji}
            </span>
            <span aria-hidden="true" className="text-xs text-muted tabular-nums">
              {count > 0 ? count : '\u00a0'}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
