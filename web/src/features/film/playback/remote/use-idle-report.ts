import { useEffect } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';

/**
 * Reports to the room that this page does not play the item, so that the room does not wait for it. Reports again on
 * each connection. [SY73]
 */
export function useIdleReport(room: RoomConnection, mediaId: string | undefined): void {
  useEffect(() => {
    if (mediaId === undefined) return;
    const tell = () => void room.report({ media_id: mediaId, state: document.hidden ? 'away' : 'idle', ended: false });
    tell();
    const end = room.connection.subscribe(tell);
    document.addEventListener('visibilitychange', tell);
    return () => {
      end();
      document.removeEventListener('visibilitychange', tell);
    };
  }, [room, mediaId]);
}
