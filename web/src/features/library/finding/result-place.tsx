import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { SourceFault } from '../sources/source-fault.tsx';

export interface ResultPlaceProps {
  readonly title: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly count: number;
  /** True: the place is shown, and says so, where it found nothing. */
  readonly saysNothing?: boolean;
  /** Beside the title. */
  readonly more?: ReactNode;
  /** Above the rows. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

/** A place that is searched, with its results. [WFI2] */
export function ResultPlace(props: ResultPlaceProps) {
  const { title, isPending, error, onRetry, count, saysNothing = false, more, head, children } = props;
  const { t } = useTranslation('finding');
  const id = useId();
  if (!isPending && !error && count === 0 && !saysNothing) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1 pt-4">
      <div className="flex min-h-11 items-center justify-between gap-2 px-2">
        <h3 id={id} className="min-w-0 font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h3>
        {count > 0 && more}
      </div>
      <p role="status" className="sr-only">
        {isPending ? t('searching', { place: title }) : t('count', { count, place: title })}
      </p>
      {isPending && <Skeleton className="mx-2 h-14" />}
      {!isPending && error ? (
        <div className="grid justify-items-start gap-2 px-2">
          <SourceFault error={error} />
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      ) : null}
      {!isPending && !error && count === 0 && <p className="px-2 text-sm text-muted">{t('nothing')}</p>}
      {count > 0 && head}
      {count > 0 && (
        <ul aria-labelledby={id} className="grid">
          {children}
        </ul>
      )}
    </section>
  );
}
