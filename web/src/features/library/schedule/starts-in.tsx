import type { Schedule } from '@matinee/contract/gen/api.ts';
import { localNow } from '../../../client/room/clock.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { useAnswers } from './answers.ts';
import { rough } from './countdown.ts';
import { useLeft } from './use-left.ts';

/** Most faces on a card. */
const mostFaces = 3;

interface StartsInProps {
  readonly schedule: Schedule;
  readonly roomId: string;
  /** True: this person is a member and may see the names. */
  readonly isMember: boolean;
}

/** "Starts in 2 hours" with the attendance, for the card of a room. [WSH5] */
export function StartsIn({ schedule, roomId, isMember }: StartsInProps) {
  const { t, i18n } = useTranslation('schedule');
  const left = useLeft(schedule.starts_at, localNow);
  const { data } = useAnswers(roomId, schedule, isMember && schedule.coming > 0);
  if (left === undefined) return null;
  const { count, unit } = rough(left);
  const coming = data?.answers.filter(({ answer }) => answer === 'yes') ?? [];
  const names = new Intl.ListFormat(i18n.locale).format(coming.map(({ display_name }) => display_name));
  return (
    <>
      <span className="truncate">
        {t('startsIn', { left: new Intl.RelativeTimeFormat(i18n.locale).format(count, unit) })}
        {schedule.coming > 0 && ` · ${t('coming', { count: schedule.coming })}`}
      </span>
      {coming.length > 0 && (
        <span title={names} className="flex shrink-0 -space-x-2 rtl:space-x-reverse">
          <span className="sr-only">{names}</span>
          {coming.slice(0, mostFaces).map(({ user_id, display_name }) => (
            <Avatar key={user_id} id={user_id} name={display_name} size="small" />
          ))}
        </span>
      )}
    </>
  );
}
