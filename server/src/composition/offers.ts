import { findReportable, wroteIn } from '../features/talk/chat/reading/reportable.store.ts';
import type { Conversion } from '../features/watching/diagnosis/findings.ts';
import { playingRooms } from '../features/watching/playback/playback.store.ts';
import type { WatchedBeat } from '../features/watching/watched/watched.port.ts';
import type { Tx } from '../store/database.ts';
import type { AccountFeatures } from './accounts/account-features.ts';
import type { AdminFeatures } from './admin-features.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';
import type { RoomFeatures } from './room-features.ts';

/** The parts that every feature may use, by name. A feature picks its dependencies from them. */
export type Offers = ReturnType<typeof makeOffers>;

/**
 * Collects the parts that the ground and the features made so far offer to the remaining features, on which no other
 * feature depends.
 */
export function makeOffers(
  ground: Ground,
  features: FeatureList,
  {
    accounts,
    rooms,
    admin,
  }: { readonly accounts: AccountFeatures; readonly rooms: RoomFeatures; readonly admin: AdminFeatures },
) {
  return {
    ...ground,
    ...accounts,
    ...rooms,
    ...admin,
    ...replicaOf(ground),
    playingRooms,
    /** Whether films are converted for players that cannot play them as they are. */
    conversion: (): Conversion =>
      !ground.config['conversion.enabled'] ? 'off' : rooms.ffmpeg.found ? 'on' : 'no_ffmpeg',
    reportableChat: { find: findReportable, wroteIn },
    shares: () => features.personalData(),
    onErasing: (roomId: string) => features.onRoomErasing(roomId),
    onWatched: (tx: Tx, beat: WatchedBeat) => features.onWatched(tx, beat),
    onFilmReaction: (roomId: string, userId: string, reactionKey: string) =>
      features.onFilmReaction(roomId, userId, reactionKey),
  };
}

/** This process among the replicas, and its access to its own connections. */
function replicaOf({ config, db, realtime }: Ground) {
  return {
    replicaId: db.origin,
    replicaCount: () => realtime.replicaCount,
    connectionCount: () => realtime.connectionCount,
    keyValueKind: config['redis.url'] === undefined ? 'memory' : 'redis',
    publish: realtime.publish,
  };
}
