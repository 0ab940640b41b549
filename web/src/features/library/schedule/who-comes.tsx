import type { Schedule } from '@matinee/contract/gen/api.ts';
import { Check, CircleHelp, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { answers, countOf, useAnswering, useAnswers } from './answers.ts';

const icons = { yes: Check, maybe: CircleHelp, no: X };
/** Most faces of an answer in the place of the film; the others are counted. */
const mostFaces = 8;

interface WhoComesProps {
  readonly schedule: Schedule;
}

/** Asks whether this person comes, and lists the others. Guests see the counts. [WSH5] */
export function WhoComes({ schedule }: WhoComesProps) {
  const { t } = useTranslation('schedule');
  const { room, self } = useRoom();
  const isMember = self.role !== 'guest';
  const { data } = useAnswers(room.roomId, schedule, isMember);
  const answering = useAnswering(room.roomId, schedule.id);
  const own = answering.isPending ? answering.variables : data?.own_answer;
  if (!isMember)
    return schedule.coming > 0 && <p className="text-sm text-muted">{t('coming', { count: schedule.coming })}</p>;
  const coming = data?.answers.filter(({ answer }) => answer === 'yes') ?? [];
  return (
    <div className="grid max-w-full justify-items-center gap-2">
      <fieldset className="flex flex-wrap justify-center gap-2">
        <legend className="sr-only">{t('answers.question')}</legend>
        {answers.map((answer) => {
          const Icon = icons[answer];
          const count = countOf(schedule, answer);
          return (
            <button
              key={answer}
              type="button"
              aria-pressed={own === answer}
              onClick={() => answering.isPending || answering.mutate(own === answer ? 'none' : answer)}
              className={classNames(
                'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium',
                own === answer ? 'bg-accent-soft ring-2 ring-accent-text' : 'bg-surface-2 hover:bg-surface-3',
              )}
            >
              <Icon size={18} aria-hidden="true" />
              {t(`answers.${answer}`)}
              {count > 0 && <span className="tabular-nums">{count}</span>}
            </button>
          );
        })}
      </fieldset>
      <ul
        aria-label={t('coming', { count: schedule.coming })}
        className="flex max-w-full flex-wrap justify-center gap-x-3 gap-y-1 empty:hidden"
      >
        {coming.slice(0, mostFaces).map(({ user_id, display_name }) => (
          <li key={user_id} className="flex min-w-0 items-center gap-1.5 text-sm">
            <Avatar id={user_id} name={display_name} size="small" />
            <bdi className="max-w-32 truncate">{user_id === self.id ? t('answers.you') : display_name}</bdi>
          </li>
        ))}
        {coming.length > 0 && schedule.coming > mostFaces && (
          <li className="self-center text-sm text-muted">
            {t('answers.others', { count: schedule.coming - Math.min(mostFaces, coming.length) })}
          </li>
        )}
      </ul>
    </div>
  );
}

interface WhoComesButtonProps extends WhoComesProps {
  readonly className: string;
}

/** The same in a dialog, opened by a button with the attendance count, for views where the film leaves no room. */
export function WhoComesButton({ schedule, className }: WhoComesButtonProps) {
  const { t } = useTranslation('schedule');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={classNames(
          'pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium',
          className,
        )}
      >
        <Users size={18} aria-hidden="true" />
        {schedule.coming > 0 ? t('coming', { count: schedule.coming }) : t('answers.question')}
      </button>
      <Dialog title={t('answers.question')} description={schedule.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <WhoComes schedule={schedule} />
      </Dialog>
    </>
  );
}
