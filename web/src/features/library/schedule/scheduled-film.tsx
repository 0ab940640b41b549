import type { Schedule } from '@matinee/contract/gen/api.ts';
import { Suspense, useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { schedule } from './resources.ts';
import { whenOf } from './start-words.ts';
import { useLeft } from './use-left.ts';

export const FilmCountdown = lazily(() => import('./film-countdown.tsx').then((module) => module.FilmCountdown));
const CountdownOverFilm = lazily(() => import('./film-countdown.tsx').then((module) => module.CountdownOverFilm));

/** The scheduled start, if it is in the future by the server's clock; undefined: there is none. */
export function useScheduledStart(): Schedule | undefined {
  const { room } = useRoom();
  const held = useResource(room, schedule)?.schedule;
  return useLeft(held?.starts_at, room.clock.now, false) === undefined ? undefined : held;
}

/** The countdown over a film that is chosen and waits for the start. */
export function CountdownOverChosenFilm() {
  const { room } = useRoom();
  const ahead = useScheduledStart();
  const state = usePlaybackState(room);
  useChangesTold(state?.is_playing === true);
  const startsAt = state?.media_id === undefined ? undefined : new Date(state.start_at_ms).toISOString();
  // Updated again when the film starts: nothing else changes then.
  const isBeforeStart = useLeft(startsAt, room.clock.now, false) !== undefined;
  const isWaiting = state?.media_id !== undefined && (!state.is_playing || isBeforeStart);
  if (!ahead || !isWaiting) return null;
  return (
    <Suspense>
      <CountdownOverFilm schedule={ahead} />
    </Suspense>
  );
}

/**
 * Announces changes of the start that no countdown shows: while a film plays, and when the start is called off. [WSH3]
 */
function useChangesTold(isPlaying: boolean): void {
  const { t, i18n } = useTranslation('schedule');
  const { room } = useRoom();
  const change = useResource(room, schedule);
  const told = useRef(change);
  useEffect(() => {
    const before = told.current;
    told.current = change;
    if (!before || !change || before === change || before.schedule?.version === change.schedule?.version) return;
    const { starts_at } = change.schedule ?? {};
    if (starts_at && isPlaying) showToast(t('told.put', { when: whenOf(starts_at, i18n.locale, room.clock.now()) }));
    else if (!starts_at && before.schedule && Date.parse(before.schedule.starts_at ?? '') > room.clock.now())
      showToast(t('told.clear'));
  }, [change, isPlaying, t, i18n.locale, room]);
}
