import { useRoom } from '../../../room/room-scope.ts';
import { useQuiet } from '../../../ui/use-quiet.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';

const UpNextCard = whenLoaded(() => import('./up-next/up-next-card.tsx').then((module) => module.UpNextCard));

/**
 * Shows what comes next, over the end of a film whose length is known. Its code is loaded when the first such film
 * plays.
 */
export function UpNextOverFilm() {
  const { room } = useRoom();
  const state = usePlaybackState(room);
  const isQuiet = useQuiet();
  if (!isQuiet) return null;
  if (state?.media_id === undefined || state.duration_seconds === undefined) return null;
  return <UpNextCard />;
}
