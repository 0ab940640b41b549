import type { FilmFacts as Facts, Media } from '@matinee/contract/gen/api.ts';
import { ExternalLink, Unlink } from 'lucide-react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Picture } from '../../../ui/signs/picture.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { useFilmFacts, useReject } from './use-film-facts.ts';

export interface FilmFactsProps {
  readonly media: Media;
  /** True for people who may edit the item. */
  readonly mayReject: boolean;
}

/** The facts that the film catalogue has about an item; empty if the server has no catalogue. [WFC1] */
export function FilmFacts({ media, mayReject }: FilmFactsProps) {
  const { t } = useTranslation('film-catalogue');
  const { server } = useRoom();
  const { data, error } = useFilmFacts(media);
  const errorText = useErrorText('film-catalogue');
  if (!server?.film_catalogue_enabled) return null;
  const isAsking = !error && (!data || data.is_pending);
  return (
    <section aria-label={t('label')} aria-busy={isAsking} className="mb-5 grid gap-3">
      {isAsking && (
        <div role="status">
          <span className="sr-only">{t('asking')}</span>
          <Skeleton className="h-24" />
        </div>
      )}
      {error && <p role="status">{errorText(error)}</p>}
      {!isAsking && !error && !data?.facts && (
        <p role="status" className="text-sm text-muted">
          {t('none')}
        </p>
      )}
      {data?.facts && <Found media={media} facts={data.facts} mayReject={mayReject} />}
    </section>
  );
}

function Found({ media, facts, mayReject }: FilmFactsProps & { readonly facts: Facts }) {
  const { t, i18n } = useTranslation('film-catalogue');
  const reject = useReject(media);
  const { title, series_title, year, runtime_minutes, overview, page_url } = facts;
  const minutes = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const line = [series_title, year, runtime_minutes === undefined ? '' : minutes.format(runtime_minutes)];
  const poster = media.artwork && media.artwork.height > media.artwork.width ? media.artwork : undefined;
  return (
    <>
      <div className="flex items-start gap-4">
        {poster && (
          <span className="relative aspect-2/3 w-24 shrink-0 overflow-hidden rounded-lg bg-surface-3">
            <Picture picture={poster} sizes="96px" />
          </span>
        )}
        <div className="grid min-w-0 gap-1">
          <h3 dir="auto" className="font-semibold wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm text-muted">{line.filter(Boolean).join(' · ')}</p>
          <p dir="auto" className="text-sm wrap-anywhere">
            {overview}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={page_url}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center gap-1 text-sm text-accent-text underline"
        >
          {t('page')}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
        {mayReject && (
          <Button
            kind="quiet"
            busy={reject.isPending}
            icon={<Unlink size={18} aria-hidden="true" />}
            onClick={() => reject.mutate()}
          >
            {t('reject')}
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">{t('source')}</p>
    </>
  );
}
