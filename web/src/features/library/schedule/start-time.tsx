import { localNow } from '../../../client/room/clock.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { whenOf } from './start-words.ts';

/** The start in the time zone of the reader. */
export function StartTime({ at }: { readonly at: string }) {
  const { i18n } = useTranslation('schedule');
  return <time dateTime={at}>{whenOf(at, i18n.locale, localNow())}</time>;
}
