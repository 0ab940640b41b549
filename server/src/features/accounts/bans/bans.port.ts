import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { BanRecordSchema, BanTarget } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { AdminPrincipal } from '../../../kernel/call.ts';
import type { Reader, Tx } from '../../../store/database.ts';
import type { BanRow } from './bans.store.ts';

export type { BanRow };

/** A ban to start. */
export interface NewBan {
  readonly target: BanTarget;
  readonly targetId: string;
  readonly targetName: string;
  readonly reason: string;
  /** Absent: the ban lasts until it is lifted. */
  readonly until?: Date | undefined;
}

/** Stores bans. The code that bans a user or a room also ends their access, in the same transaction. */
export interface Bans {
  /** Starts a ban. A ban already in force is lifted and replaced. */
  begin(tx: Tx, by: AdminPrincipal, ban: NewBan): Promise<BanRow>;
  /** Lifts the ban in force. By `system`: the ban has expired. Undefined if there is none. */
  lift(tx: Tx, by: AdminPrincipal | 'system', target: BanTarget, targetId: string): Promise<BanRow | undefined>;
  /** Bans in force, by the id of the user or room. Pass `reader` inside a transaction. */
  find(target: BanTarget, targetIds: readonly string[], reader?: Reader): Promise<ReadonlyMap<string, BanRow>>;
  /** All bans that have expired but are still in force. The caller may lift them while reading. */
  due(now: Date): AsyncIterable<BanRow>;
}

/** A ban as administrators see it. */
export function toBanRecord(row: BanRow): MessageInitShape<typeof BanRecordSchema> {
  return {
    id: row.id,
    target: row.target,
    targetId: row.target_id,
    targetName: row.target_name,
    reason: row.reason,
    createdAt: timestampFromDate(row.created_at),
    actorName: row.actor_name,
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(row.until === null ? {} : { until: timestampFromDate(row.until) }),
    ...(row.lifted_at === null ? {} : { liftedAt: timestampFromDate(row.lifted_at) }),
    ...(row.lifted_by_name === null ? {} : { liftedByName: row.lifted_by_name }),
  };
}
