import type { ListItemProgressRequest } from '@matinee/contract/gen/service/client/watched_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database } from '../../../store/database.ts';
import { pictureField } from '../../files/files/pictures.port.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { listProgress, type ProgressRow, type ProgressTables } from './progress.store.ts';

const mostListed = 100;

export interface ProgressParts {
  readonly db: Database;
  readonly rooms: Pick<Rooms, 'getSettings'>;
}

/** Lists how far members have watched an item, where the room shows it. [OH12] [OH13] [OH14] */
export function makeItemProgress({ db, rooms }: ProgressParts) {
  return async (
    { mediaId }: ListItemProgressRequest,
    { room: { roomId }, principal: { userId } }: Call<UserPrincipal, RoomStanding>,
  ) => {
    const { showProgress } = await rooms.getSettings(roomId);
    if (!showProgress) return { shown: false };
    const rows = await listProgress(db.query<ProgressTables>(), { roomId, mediaId, viewerId: userId }, mostListed);
    const own = rows.find(({ id }) => id === userId);
    const durations = rows.flatMap(({ duration }) => duration ?? []);
    return {
      shown: true,
      people: rows.map((row) => toProgress(row, own)),
      ...(durations.length > 0 ? { durationSeconds: Math.max(...durations) } : {}),
    };
  };
}

/** Hides positions that are ahead of the viewer's own. Pure. [OH14] */
export function toProgress({ id, username, display_name, ...row }: ProgressRow, own: ProgressRow | undefined) {
  const isKnown = own?.finished || row.position <= (own?.position ?? 0);
  return {
    userId: id,
    username,
    displayName: display_name,
    finished: row.finished,
    ...pictureField('avatar', row.avatar),
    ...(isKnown ? { positionSeconds: row.position } : {}),
  };
}
