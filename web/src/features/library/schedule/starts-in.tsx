import type { Schedule } from '@matinee/contract/gen/api.ts';
import { localNow } from '../../../client/room/clock.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { rough } from './countdown.ts';
import { useLeft } from './use-left.ts';

/** "Starts in 2 hours", for the card of a room. */
export function StartsIn({ schedule }: { readonly schedule: Schedule }) {
  const { t, i18n } = useTranslation('schedule');
  const left = useLeft(schedule.starts_at, localNow);
  if (left === undefined) return null;
  const { count, unit } = rough(left);
  return (
    <span className="truncate">
      {t('startsIn', { left: new Intl.RelativeTimeFormat(i18n.locale).format(count, unit) })}
    </span>
  );
}
