import type { Permission } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef } from 'react';
import { usePlayback } from '../../client/hooks.ts';
import type { RoomConnection } from '../../client/room.ts';
import { makePlayerSync } from './player-sync.ts';

export interface PlayerProps {
  readonly roomId: string;
  readonly room: RoomConnection;
  readonly permissions: ReadonlySet<Permission>;
}

export function Player({ room }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(room);
  const url = playback?.urls[0]?.url;
  const mediaId = playback?.media?.id;
  useEffect(() => {
    if (!video.current) return;
    const sync = makePlayerSync(video.current, room);
    if (url) video.current.src = url;
    sync.setMedia(mediaId, undefined);
    return () => sync.stop();
  }, [room, url, mediaId]);
  return <video ref={video} className="h-full w-full bg-black" playsInline />;
}
