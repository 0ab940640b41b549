import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import type { PlayerHandle } from '../use-player.ts';
import type { VideoFacts, VideoPlace } from '../use-video.ts';

/** What subtitles need to know of the film over which they are drawn. */
export interface FilmView {
  readonly room: Pick<RoomConnection, 'api'>;
  readonly player: Pick<PlayerHandle, 'film'>;
  readonly facts: Pick<VideoFacts, 'aspect'>;
  readonly place: Store<VideoPlace>;
  /** True while the controls cover the lower edge of the film. */
  readonly isRaised: boolean;
}
