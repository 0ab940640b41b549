import { type ReactNode, Suspense } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { useIsChatOnly } from './chat-only.ts';
import { usePlaybackState } from './playback.port.ts';
import { Player } from './player.tsx';

const FilmRemote = lazily(() => import('./remote/film-remote.tsx').then((module) => module.FilmRemote));

/** The player, or the remote if this page leaves out the film; `children` while no item is chosen. */
export function Film({ children }: { readonly children: ReactNode }) {
  const { room, self } = useRoom();
  const state = usePlaybackState(room);
  const isChatOnly = useIsChatOnly(room.roomId);
  // The state is not known yet: `children` would flash.
  if (state === undefined) return null;
  if (state.media_id === undefined) return children;
  if (!isChatOnly) return <Player room={room} permissions={self.permissions} />;
  return (
    <Suspense>
      <FilmRemote room={room} permissions={self.permissions} />
    </Suspense>
  );
}
