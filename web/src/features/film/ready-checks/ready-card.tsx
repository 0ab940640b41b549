import type { ReadyCheck } from '@matinee/contract/gen/api.ts';
import { Check, Hourglass, Play, X } from 'lucide-react';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ReadyPeople } from './ready-people.tsx';
import { useCheckEnd } from './use-check-end.ts';
import { ownAnswer, useReadyActions, useReadyCheck } from './use-ready-check.ts';

/**
 * Asks this person whether they are ready, and shows who is: above the panels, or in a corner of the film. It takes no
 * focus and covers nothing that is played. [WRY2]
 */
export function ReadyCard({ place }: RoomStripProps) {
  const { t } = useTranslation('ready-checks');
  const check = useReadyCheck();
  useCheckEnd();
  const isOverFilm = place === 'film';
  return (
    <>
      {/* Stays on the page, so that screen readers hear the first sentence too. */}
      <p role="status" className="sr-only">
        {check && `${t('title')} ${t('standing', { ready: check.ready, present: check.present })}`}
      </p>
      {check && (
        <section
          aria-label={t('title')}
          // Over the film the card is as dark as the player.
          style={isOverFilm ? { colorScheme: 'dark' } : undefined}
          className={classNames(
            'grid min-w-0 gap-2 p-3 text-text',
            isOverFilm
              ? 'absolute end-3 top-3 z-20 w-[min(22rem,calc(100%-1.5rem))] rounded-control bg-surface/95 shadow-raised in-[section:has([data-embed])]:static in-[section:has([data-embed])]:order-first in-[section:has([data-embed])]:w-auto in-[section:has([data-embed])]:rounded-none'
              : 'shrink-0 border-b border-border in-data-covered:hidden',
          )}
        >
          <Card check={check} />
        </section>
      )}
    </>
  );
}

function Card({ check }: { readonly check: ReadyCheck }) {
  const { t } = useTranslation('ready-checks');
  const { self } = useRoom();
  const isOwn = check.starter_id === self.id;
  return (
    <>
      <div className="flex items-baseline gap-2">
        <p className="min-w-0 flex-1 leading-tight">
          <span className="me-2 font-semibold">{t('title')}</span>
          {!isOwn && <span className="text-sm text-muted">{t('asks', { name: check.starter_display_name })}</span>}
        </p>
        {/* The same for eyes: the status says it to screen readers. */}
        <span aria-hidden="true" className="shrink-0 text-sm text-muted tabular-nums">
          {t('standing', { ready: check.ready, present: check.present })}
        </span>
      </div>
      <ReadyPeople check={check} />
      <Actions check={check} />
    </>
  );
}

/** Shows which answer this person has given. */
const chosen = 'aria-pressed:shadow-[inset_0_0_0_2px_var(--color-accent)]';

function Actions({ check }: { readonly check: ReadyCheck }) {
  const { t } = useTranslation('ready-checks');
  const { self } = useRoom();
  const { answer, end, start } = useReadyActions();
  const own = ownAnswer(check, self.id);
  const say = (given: 'ready' | 'not_yet') => own !== given && !answer.isPending && answer.mutate({ check, given });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind={own === 'ready' ? 'secondary' : 'primary'}
        aria-pressed={own === 'ready'}
        icon={<Check size={18} aria-hidden="true" />}
        className={chosen}
        onClick={() => say('ready')}
      >
        {t('ready')}
      </Button>
      <Button
        aria-pressed={own === 'not_yet'}
        icon={<Hourglass size={16} aria-hidden="true" />}
        className={chosen}
        onClick={() => say('not_yet')}
      >
        {t('notYet')}
      </Button>
      {self.permissions.has('control_playback_state') && (
        <>
          <Button
            kind="quiet"
            busy={start.isPending}
            icon={<Play size={16} aria-hidden="true" />}
            onClick={() => start.mutate(check)}
          >
            {t('start')}
          </Button>
          <Button
            kind="quiet"
            busy={end.isPending}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => end.mutate()}
          >
            {t('end')}
          </Button>
        </>
      )}
    </div>
  );
}
