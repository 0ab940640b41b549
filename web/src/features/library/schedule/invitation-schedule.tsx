import type { Schedule } from '@matinee/contract/gen/api.ts';
import { localNow } from '../../../client/room/clock.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { CalendarLink } from './calendar-link.tsx';
import { LeftText } from './left-text.tsx';
import { StartTime } from './start-time.tsx';
import { useLeft } from './use-left.ts';

interface InvitationScheduleProps {
  readonly schedule: Schedule;
  readonly roomId: string;
}

/** The start by the clock of this device, for a person who has not joined the room yet. [WSH1] */
export function InvitationSchedule({ schedule, roomId }: InvitationScheduleProps) {
  const { t } = useTranslation('schedule');
  const left = useLeft(schedule.starts_at, localNow);
  if (left === undefined) return null;
  return (
    <section
      aria-label={t('title')}
      className="grid justify-items-center gap-1 rounded-control border border-border p-4"
    >
      {schedule.title && (
        <h2 dir="auto" className="font-semibold wrap-anywhere">
          {schedule.title}
        </h2>
      )}
      <p>
        {t('startsAt')} <StartTime at={schedule.starts_at ?? ''} />
      </p>
      <LeftText leftMs={left} className="text-3xl font-semibold tabular-nums" />
      {schedule.coming > 0 && <p className="text-sm text-muted">{t('coming', { count: schedule.coming })}</p>}
      {schedule.note && (
        <p dir="auto" className="text-sm text-muted wrap-anywhere whitespace-pre-line">
          {schedule.note}
        </p>
      )}
      <div className="mt-2">
        <CalendarLink roomId={roomId} />
      </div>
    </section>
  );
}
