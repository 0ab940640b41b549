import { useRoom } from '../../../room/room-scope.ts';
import { useQuiet } from '../../../ui/use-quiet.ts';
import { whenLoaded } from '../../../ui/when-loaded.tsx';
import { usePlaybackState } from '../../film/playback/playback.port.ts';

const ProgrammeCard = whenLoaded(() => import('../channels/programme-card.tsx').then((module) => module.ProgrammeCard));
const UpNextCard = whenLoaded(() => import('./up-next/up-next-card.tsx').then((module) => module.UpNextCard));

/**
 * Announces the next item: over the end of a film of known length, and over a channel with a programme. Its code is
 * loaded when the first such item plays.
 */
export function UpNextOverFilm() {
  const { room } = useRoom();
  const state = usePlaybackState(room);
  const isQuiet = useQuiet();
  if (!isQuiet) return null;
  if (state?.media_id === undefined) return null;
  if (state.duration_seconds === undefined) return <ProgrammeCard mediaId={state.media_id} />;
  return <UpNextCard />;
}
