import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { DependencyStateSchema, ReplicaStateSchema } from '@matinee/contract/gen/service/client/admin_state_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Online } from '../../rooms/members/members.port.ts';
import { readCounts } from './counts.store.ts';
import type { ProcessState } from './process-state.ts';

export interface ServiceStateParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  /** Kind of the key-value store: `memory` or `redis`. */
  readonly keyValueKind: string;
  readonly clock: Clock;
  readonly version: string;
  readonly online: Online;
  readonly replicas: () => Promise<readonly ProcessState[]>;
}

type Dependency = MessageInitShape<typeof DependencyStateSchema>;

/** Reports the state of the service. */
export function makeServiceState(parts: ServiceStateParts) {
  const { db, keyValue, clock, version, online } = parts;

  /** [SS2] */
  async function check(kind: string, ping: () => Promise<void>): Promise<Dependency> {
    const startedMs = clock.nowMs();
    try {
      await ping();
      return { healthy: true, latencyMs: clock.nowMs() - startedMs, kind };
    } catch (cause) {
      const fault = cause instanceof AppError ? cause.message : 'does not answer';
      return { healthy: false, latencyMs: clock.nowMs() - startedMs, kind, fault };
    }
  }

  return {
    /** [SS1] [SS2] [SS3] */
    async get() {
      const [database, keyValueStore, replicas, counts] = await Promise.all([
        check('postgresql', () => db.ping()),
        check(parts.keyValueKind, () => keyValue.ping()),
        parts.replicas(),
        readCounts(db.query()).catch(() => undefined),
      ]);
      const active = online.busiest();
      const people = active.map((roomId) => online.of(roomId)).map((o) => o.memberIds.size + o.guestCount);
      const nowMs = clock.nowMs();
      return {
        version,
        serverTime: timestampFromDate(dateOf(nowMs)),
        replicas: replicas.map((state, index) => toReplica(state, index === 0, nowMs)),
        database: counts ? { ...database, kind: `postgresql ${counts.database_version}` } : database,
        keyValueStore,
        counts: {
          users: counts?.users ?? 0,
          bannedUsers: counts?.banned_users ?? 0,
          deletedUsers: counts?.deleted_users ?? 0,
          rooms: counts?.rooms ?? 0,
          bannedRooms: counts?.banned_rooms ?? 0,
          messages: counts?.messages ?? 0,
          onlinePeople: people.reduce((sum, n) => sum + n, 0),
          activeRooms: active.length,
          connections: replicas.reduce((sum, { connectionCount }) => sum + connectionCount, 0),
        },
        databaseSizeBytes: counts?.database_size_bytes ?? 0,
        settingsVersion: counts?.settings_version ?? 0,
      };
    },
  };
}

function toReplica(
  { startedAtMs, atMs: _, ...state }: ProcessState,
  isAnswering: boolean,
  nowMs: number,
): MessageInitShape<typeof ReplicaStateSchema> {
  return {
    ...state,
    isAnswering,
    startedAt: timestampFromDate(dateOf(startedAtMs)),
    uptimeSeconds: (nowMs - startedAtMs) / 1000,
  };
}
