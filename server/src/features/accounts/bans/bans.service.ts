import type { ListBanRecordsRequest } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import type { AdminPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import { type Bans, toBanRecord } from './bans.port.ts';
import * as store from './bans.store.ts';

export interface BanParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Maximum number of due bans per read. */
const duePage = 200;

export function makeBans({ db, clock, ids }: BanParts) {
  const now = () => dateOf(clock.nowMs());
  const read = () => db.query<store.BanTables>();

  const bans: Bans = {
    async begin(tx, by, { target, targetId, targetName, reason, until }) {
      const lifted = { lifted_at: now(), lifted_by_name: nameOf(by) };
      await store.liftBan(tx.query(), target, targetId, lifted);
      const row: store.BanRow = {
        id: ids.make('ban'),
        target,
        target_id: targetId,
        target_name: targetName,
        reason,
        created_at: now(),
        actor_id: by.kind === 'user' ? by.userId : null,
        actor_name: nameOf(by),
        until: until ?? null,
        lifted_at: null,
        lifted_by_name: null,
      };
      await store.insertBan(tx.query(), row);
      return row;
    },
    lift: (tx, by, target, targetId) =>
      store.liftBan(tx.query(), target, targetId, {
        lifted_at: now(),
        lifted_by_name: by === 'system' ? '' : nameOf(by),
      }),
    async find(target, targetIds, reader = db) {
      const rows = await store.findBans(reader.query<store.BanTables>(), target, targetIds);
      return new Map(rows.map((row) => [row.target_id, row]));
    },
    async *due(at) {
      for (let afterId = ''; ; ) {
        const rows = await store.listDueBans(read(), at, afterId, duePage);
        yield* rows;
        if (rows.length < duePage) return;
        afterId = rows.at(-1)!.id;
      }
    },
  };

  return {
    bans,
    /** [BA3] */
    async list({ target, targetId, activeOnly, page, pageSize }: ListBanRecordsRequest) {
      const { rows, total } = await store.listBans(read(), {
        target,
        targetId,
        activeOnly,
        ...pageOf({ page, pageSize }),
      });
      return { bans: rows.map(toBanRecord), total };
    },
  };
}

function nameOf(by: AdminPrincipal): string {
  return by.kind === 'user' ? by.username : 'operator';
}
