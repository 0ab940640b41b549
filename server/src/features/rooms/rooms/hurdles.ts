import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { sql } from 'kysely';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { batchedRead, keyList } from '../../../store/batched-read.ts';
import type { Database } from '../../../store/database.ts';
import type { JoinRequestRow } from '../join-requests/join-requests.ts';

/** Reasons why a user cannot join a room for now, or has to wait. */
export interface Hurdles {
  /** End of a cooldown after a kick or a rejected request. */
  readonly cooldownUntil: Date | null;
  /** A ban by the room's moderators. */
  readonly ban: { readonly reason: string; readonly until: Date | null } | null;
  /** The user's own request that is pending, or was rejected and is still in its cooldown. */
  readonly request: JoinRequestRow | null;
}

interface Key {
  readonly roomId: string;
  readonly userId: string;
}

type Row = Key & {
  readonly cooldown_until: Date | null;
  readonly is_banned: boolean;
  readonly ban_reason: string | null;
  readonly ban_until: Date | null;
  readonly request: RequestJson | null;
};

/** PostgreSQL writes timestamps as text into JSON. */
type RequestJson = Omit<JoinRequestRow, 'created_at' | 'decided_at' | 'cooldown_until'> & {
  readonly created_at: string;
  readonly decided_at: string | null;
};

export type FindHurdles = (roomId: string, userId: string) => Promise<Hurdles>;

const none: Hurdles = { cooldownUntil: null, ban: null, request: null };

/**
 * Reads hurdles from the tables of other features. Concurrent calls share a statement: a page of rooms makes one call
 * for each of its cards.
 */
export function makeHurdles({ db, clock }: { readonly db: Database; readonly clock: Clock }): FindHurdles {
  const nameOf = ({ roomId, userId }: Key) => `${userId} ${roomId}`;
  const find = batchedRead(nameOf, async (keys: readonly Key[]) => {
    const now = dateOf(clock.nowMs());
    const { rows } = await sql<Row>`
      select k.room_id as "roomId", k.user_id as "userId", kick.until as cooldown_until,
        ban.room_id is not null as is_banned, ban.reason as ban_reason, ban.until as ban_until, request.found as request
      from unnest(${keyList(keys.map(({ roomId }) => roomId))}, ${keyList(keys.map(({ userId }) => userId))}) as k (room_id, user_id)
      left join room_kicks kick on kick.room_id = k.room_id and kick.user_id = k.user_id and kick.until > ${now}
      left join room_ban_list ban on ban.room_id = k.room_id and ban.user_id = k.user_id
        and (ban.until is null or ban.until > ${now})
      left join lateral (
        select to_jsonb(j) || jsonb_build_object('room_name', r.name, 'username', u.username, 'display_name', u.display_name, 'avatar', u.avatar) as found
        from join_requests j join rooms r on r.id = j.room_id join users u on u.id = j.user_id
        where j.user_id = k.user_id and j.room_id = k.room_id
          and (j.status = ${sql.lit(ReviewStatus.PENDING)} or j.cooldown_until > ${now})
        order by j.id desc limit 1
      ) request on true
      where kick.room_id is not null or ban.room_id is not null or request.found is not null`.execute(db.query());
    return new Map(rows.map((row) => [nameOf(row), toHurdles(row)]));
  });
  return async (roomId, userId) => (await find({ roomId, userId })) ?? none;
}

function toHurdles({ cooldown_until, is_banned, ban_reason, ban_until, request }: Row): Hurdles {
  return {
    cooldownUntil: cooldown_until,
    ban: is_banned ? { reason: ban_reason ?? '', until: ban_until } : null,
    request: request && {
      ...request,
      created_at: new Date(request.created_at),
      decided_at: request.decided_at === null ? null : new Date(request.decided_at),
      cooldown_until: null,
    },
  };
}
