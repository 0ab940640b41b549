import type { ReactNode } from 'react';
import { useRoom } from '../room/room-scope.port.ts';
import { usePlaybackState } from './playback.port.ts';
import { Player } from './player.tsx';

/** The player; `children` while nothing is chosen. */
export function Film({ children }: { readonly children: ReactNode }) {
  const { room, self } = useRoom();
  const state = usePlaybackState(room);
  // Not told yet: what stands in for the film would flash.
  if (state === undefined) return null;
  if (state.media_id === undefined) return children;
  return <Player room={room} permissions={self.permissions} />;
}
