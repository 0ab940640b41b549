import type { Library } from '../../features/media/library/library.port.ts';
import type { NowPlaying } from '../../features/rooms/rooms/rooms.port.ts';
import type { PlaybackPort } from '../../features/watching/playback/playback.port.ts';
import type { Database } from '../../store/database.ts';

interface Parts {
  readonly db: Database;
  readonly playback: Pick<PlaybackPort, 'nowPlaying' | 'progress' | 'progressOf'>;
  readonly library: Pick<Library, 'openPictures'>;
}

/** The items that rooms are playing, with their pictures. */
export function makeNowPlaying({ db, playback, library }: Parts): NowPlaying {
  return {
    async of(roomIds) {
      const chosen = [...(await playback.nowPlaying(roomIds))];
      const ids = chosen.map(([, { id }]) => id);
      const pictures = await library.openPictures(db, ids);
      return new Map(chosen.map(([roomId, { id, name }]) => [roomId, { name, picture: pictures.get(id) }]));
    },
    progress: playback.progress,
    progressOf: playback.progressOf,
  };
}
