import type { ListFilmMomentsRequest } from '@matinee/contract/gen/service/client/film_moments_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import type { PlaybackPort } from '../../watching/playback/playback.port.ts';
import { insertMoments, listPlaces } from './film-moments.store.ts';
import { lovedOf, placeSeconds } from './loved.ts';

/** How long reactions are collected before they are stored, in milliseconds. */
const collectMs = 2_000;
/** Most people whose reactions are stored at once, per room. */
const maxPeople = 1_000;
/** Most places searched for loved moments. */
const maxPlaces = 50;

export interface FilmMomentsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly playback: Pick<PlaybackPort, 'state'>;
}

/** A room's reactions that are not stored yet, by person. */
interface Waiting {
  readonly byUser: Map<string, string>;
  readonly sinceMs: number;
  readonly cancel: () => void;
}

export function makeFilmMoments({ db, clock, log, playback }: FilmMomentsParts) {
  const waiting = new Map<string, Waiting>();

  async function store(roomId: string, { byUser, sinceMs }: Waiting): Promise<void> {
    const state = await playback.state(roomId);
    const { mediaId, isPlaying, startAtMs = 0, speed = 1, positionSeconds: anchor = 0 } = state;
    // If the playback state has changed since the reaction, the position at that time is unknown.
    if (mediaId === undefined || sinceMs < (state.atMs ?? 0)) return;
    const elapsedMs = isPlaying && !state.waiting ? Math.max(0, sinceMs - startAtMs) : 0;
    const position = Math.min(anchor + (elapsedMs / 1_000) * speed, state.durationSeconds ?? Number.POSITIVE_INFINITY);
    const where = { media_id: mediaId, room_id: roomId, place: Math.floor(position / placeSeconds) };
    const rows = [...byUser].map(([user_id, reaction_key]) => ({ ...where, user_id, reaction_key }));
    await insertMoments(db.query(), rows);
  }

  function flush(roomId: string): Promise<void> {
    const collected = waiting.get(roomId);
    waiting.delete(roomId);
    if (!collected) return Promise.resolve();
    collected.cancel();
    return store(roomId, collected).catch((err) =>
      logFailedWork(log, err, 'reactions to a film could not be stored', { roomId }),
    );
  }

  return {
    /** Records a reaction to the current position. [LM1] */
    note(roomId: string, userId: string, reactionKey: string): void {
      const collected = waiting.get(roomId) ?? {
        byUser: new Map<string, string>(),
        sinceMs: clock.nowMs(),
        cancel: clock.after(collectMs, () => void flush(roomId)),
      };
      waiting.set(roomId, collected);
      const { byUser } = collected;
      if (!byUser.has(userId) && byUser.size < maxPeople) byUser.set(userId, reactionKey);
    },
    /** [LM2] */
    async list({ mediaId }: ListFilmMomentsRequest, { room }: Call<UserPrincipal, RoomStanding>) {
      const loved = lovedOf(await listPlaces(db.query(), room.roomId, [mediaId], maxPlaces));
      return {
        moments: loved.map(({ place, people, reactionKey }) => ({
          positionSeconds: place * placeSeconds,
          people,
          reactionKey,
        })),
      };
    },
    /** Stores the collected reactions. */
    stop: async () => {
      await Promise.all([...waiting.keys()].map(flush));
    },
  };
}
