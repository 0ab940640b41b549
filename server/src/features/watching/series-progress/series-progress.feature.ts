import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SeriesProgressService } from '@matinee/contract/gen/service/client/series_progress_service_pb.ts';
import { seriesOf } from '@matinee/contract/titles/series-key.ts';
import { handleMember } from '../../../kernel/handler.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import { isPlaylistKind, type Library } from '../../media/library/library.port.ts';
import { playbackKind } from '../playback/playback.port.ts';
import { readTimeline } from '../playback/playback.store.ts';
import * as store from './series-progress.store.ts';

interface SeriesProgressParts {
  readonly db: Database;
  readonly library: Pick<Library, 'isPrivate'>;
}

/** A room's progress in the series that plays. [SPR1] [SPR2] */
export function seriesProgressFeature({ db, library }: SeriesProgressParts): Feature {
  async function read(roomId: string) {
    const { mediaId, playlistId, mediaName } = await readTimeline(db.query(), roomId);
    const series = mediaId === null ? undefined : seriesOf(mediaName);
    if (!series || playlistId === null || (await library.isPrivate(db, playlistId))) return {};
    // Names of one series may separate words by dots or spaces, but share the first word.
    const [word = ''] = series.title.split(/[\s.]/, 1);
    const named = await store.listNamed(db.query(), roomId, playlistId, word);
    const episodes = named.filter(({ name }) => seriesOf(name)?.key === series.key).map(({ id }) => id);
    const watched = await store.countWatched(db.query(), roomId, episodes);
    return { series: series.title, episodes: episodes.length, watched };
  }

  return {
    name: 'series-progress',
    reads: ['media', 'playback_history'],
    bindings: [
      handleMember(SeriesProgressService.method.getSeriesProgress, async (_, { room }) => ({
        seriesProgress: await read(room.roomId),
      })),
    ],
    resources: [
      {
        case: 'seriesProgress',
        permission: Permission.BROWSE_LIBRARY,
        membersOnly: true,
        isEphemeral: true,
        follows: (kind) => kind === playbackKind || isPlaylistKind(kind),
        key: () => 'seriesProgress',
        async snapshot(roomId) {
          const value = await read(roomId);
          return {
            version: 0,
            payload: changePayload({ snapshot: true, resource: { case: 'seriesProgress', value } }),
          };
        },
      },
    ],
  };
}
