import { toJson } from '@bufbuild/protobuf';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { type CreateRoomRequest, CreateRoomRequestSchema } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Notifications } from '../../accounts/notifications/notifications.port.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { RoomCare, RoomPlan } from '../rooms/rooms.port.ts';
import type { roomSettings } from '../rooms/rooms.settings.ts';
import { roomCreationErrors } from './room-creations.errors.ts';
import * as store from './room-creations.store.ts';
import { settleWaiting, toReview } from './room-reviews.service.ts';

export interface CreatingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly users: Pick<Users, 'listAdministrators'>;
  readonly notifications: Notifications;
  readonly rooms: Pick<RoomCare, 'plan' | 'carryOut' | 'requireFreePlace' | 'toRoom'>;
  readonly settings: { readonly rooms: SettingValues<typeof roomSettings> };
}

/** Creates rooms for users, at once or after a review. */
export function makeCreating({ db, clock, ids, rooms, settings, users, notifications }: CreatingParts) {
  const read = () => db.query<store.RoomCreationTables>();

  /** Counts rooms and pending requests under the lock of the account. [RC2] */
  async function ask(tx: Tx, creatorId: string, { id: roomId, request, passwordRecord }: RoomPlan): Promise<string> {
    const waiting = () => store.countPending(tx.query(), creatorId);
    await rooms.requireFreePlace(tx, creatorId, waiting);
    const id = ids.make('rev');
    await store.insertCreation(tx.query(), {
      id,
      creator_id: creatorId,
      room_id: roomId,
      name: request.name.trim(),
      request: toJson(CreateRoomRequestSchema, request),
      password_record: passwordRecord,
      has_password: passwordRecord !== null,
      created_at: dateOf(clock.nowMs()),
    });
    await notifications.notify(tx, {
      to: await users.listAdministrators(tx),
      thing: `roomCreation/${id}`,
      content: { case: 'roomCreationArrived', value: { reviewId: id, name: request.name.trim() } },
    });
    return id;
  }

  return {
    /** [RO1] [RC1] */
    async create(request: CreateRoomRequest, { userId, role }: UserPrincipal) {
      const plan = await rooms.plan(request, false);
      if (settings.rooms.createRoomNeedReview && role === UserRole.USER) {
        const reviewId = await db.write((tx) => ask(tx, userId, plan));
        return { reviewRequired: true, reviewId };
      }
      const row = await db.write((tx) => rooms.carryOut(tx, userId, plan));
      return { room: rooms.toRoom(row), reviewRequired: false };
    },
    /** [RC3] */
    async listOwn({ userId }: UserPrincipal) {
      const rows = await store.listOwn(read(), userId);
      return { reviews: rows.map((row) => toReview(row, 'creator')) };
    },
    /** [RC3] */
    withdraw: (id: string, { userId }: UserPrincipal) =>
      db.write(async (tx) => {
        const row = await store.lockCreation(tx.query(), id);
        if (row?.creator_id !== userId) throw roomCreationErrors.not_found();
        if (row.status !== ReviewStatus.PENDING) throw roomCreationErrors.decided();
        await store.deleteCreation(tx.query(), id);
        await settleWaiting(notifications, tx);
        return {};
      }),
  };
}
