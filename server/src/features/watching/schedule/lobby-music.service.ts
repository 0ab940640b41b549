import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import * as store from './schedule.store.ts';
import { isAhead } from './schedules.ts';

export interface LobbyMusicParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'resolve'>;
}

/** Resolves the music that loops for members until the start. [SH13] */
export function makeLobbyMusic({ db, clock, library, sources }: LobbyMusicParts) {
  return async (_: object, { room: { roomId }, principal }: Call<UserPrincipal, RoomStanding>) => {
    const row = await store.findRow(db.query(), roomId);
    if (!isAhead(row, clock.nowMs()) || row.music_media_id === null) return {};
    const item = await library.findMedia(db, roomId, row.music_media_id);
    if (!item) return {};
    const wishes = { proxyMode: ProxyMode.UNSPECIFIED, profile: undefined, offerSwarm: undefined };
    return { playback: await sources.resolve(roomId, item, principal, wishes) };
  };
}
