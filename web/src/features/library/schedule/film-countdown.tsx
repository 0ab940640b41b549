import type { Schedule } from '@matinee/contract/gen/api.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { leftOf } from './countdown.ts';
import { LeftText } from './left-text.tsx';
import { LobbyFilm, WhoIsHere } from './lobby.tsx';
import { LobbyMusic } from './lobby-music.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { StartTime } from './start-time.tsx';
import { useLeft } from './use-left.ts';
import { WhoComes, WhoComesButton } from './who-comes.tsx';

/** Shown in place of the film before one is chosen: the item, its start time, and the time left. [WSH1] [WSH2] */
export function FilmCountdown({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const { room, self, openDialog } = useRoom();
  const left = useLeft(schedule.starts_at, room.clock.now);
  if (left === undefined) return null;
  return (
    <section aria-label={t('title')} className="grid max-w-full justify-items-center gap-1 sm:gap-2">
      {schedule.title && (
        <h2 dir="auto" className="line-clamp-1 text-lg font-semibold wrap-anywhere sm:line-clamp-2 sm:text-2xl">
          {schedule.title}
        </h2>
      )}
      <LobbyFilm schedule={schedule} />
      <p className="text-sm text-muted sm:text-base">
        <StartTime at={schedule.starts_at ?? ''} />
      </p>
      <LeftText leftMs={left} className="text-4xl font-semibold tabular-nums sm:text-6xl" />
      <LastMinute leftMs={left} />
      {schedule.note && (
        <p dir="auto" className="hidden max-w-md text-muted wrap-anywhere whitespace-pre-line sm:block">
          {schedule.note}
        </p>
      )}
      <LobbyMusic schedule={schedule} />
      <WhoIsHere />
      <div className="hidden sm:block">
        <WhoComes schedule={schedule} />
      </div>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <WhoComesButton schedule={schedule} className="bg-surface-2 hover:bg-surface-3 sm:hidden" />
        <CalendarLink roomId={room.roomId} />
        {self.permissions.has('navigate_playback') && (
          <Button onClick={() => openDialog(ScheduleDialog)}>{t('change')}</Button>
        )}
      </div>
    </section>
  );
}

/**
 * Shown over a chosen film that waits for the start: one line, and in the last minute the seconds, large. Except for
 * the attendance button, it lets presses through to the film. [WSH2] [WSH5]
 */
export function CountdownOverFilm({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const { room } = useRoom();
  const left = useLeft(schedule.starts_at, room.clock.now);
  if (left === undefined) return null;
  const isLastMinute = leftOf(left).kind === 'seconds';
  return (
    <section
      aria-label={t('title')}
      data-over-film
      className="pointer-events-none absolute inset-x-0 top-0 grid justify-items-center p-3 text-white"
    >
      <div className="flex max-w-full flex-wrap items-baseline justify-center gap-x-3 rounded-card bg-black/75 px-4 py-2">
        {!isLastMinute && (
          <p className="text-sm">
            {t('startsAt')} <StartTime at={schedule.starts_at ?? ''} />
          </p>
        )}
        <LeftText
          leftMs={left}
          className={isLastMinute ? 'text-5xl font-semibold tabular-nums' : 'text-lg font-semibold tabular-nums'}
        />
        <LastMinute leftMs={left} />
        {!isLastMinute && <WhoComesButton schedule={schedule} className="self-center hover:bg-white/15" />}
        <LobbyMusic schedule={schedule} />
      </div>
    </section>
  );
}

/** Announces once to screen readers that the film starts soon. */
function LastMinute({ leftMs }: { readonly leftMs: number }) {
  const { t } = useTranslation('schedule');
  return (
    <span role="status" className="sr-only">
      {leftMs <= 60_000 ? t('lastMinute') : ''}
    </span>
  );
}
