import { useTranslation } from '../../texts/use-translation.ts';

export interface MomentProps {
  /** RFC 3339. */
  readonly at: string;
  readonly style?: 'date' | 'time';
}

/** A point in time in the words of the language; the exact one on hover. */
export function Moment({ at, style = 'time' }: MomentProps) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  const options: Intl.DateTimeFormatOptions =
    style === 'date' ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' };
  return (
    <time dateTime={at} title={date.toLocaleString(i18n.locale, { dateStyle: 'full', timeStyle: 'long' })}>
      {date.toLocaleString(i18n.locale, options)}
    </time>
  );
}
