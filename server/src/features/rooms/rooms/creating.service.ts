import { create } from '@bufbuild/protobuf';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  CreateRoomRequestSchema,
  RoomSettingsSchema,
  RoomStatus,
  RoomVisibility,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Tx } from '../../../store/database.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomTaxonomy } from '../room-taxonomy/room-taxonomy.ts';
import { checkSettings } from './changing-settings.service.ts';
import { patchRoomSettings } from './room-settings.ts';
import { getView, type RoomViewing } from './room-views.ts';
import { roomErrors } from './rooms.errors.ts';
import type { RoomCare, RoomPlan } from './rooms.port.ts';
import type { roomSettings } from './rooms.settings.ts';
import * as store from './rooms.store.ts';

export interface CreatingParts extends RoomViewing {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly members: Members;
  readonly taxonomy: RoomTaxonomy;
  readonly settings: RoomViewing['settings'] & { readonly rooms: SettingValues<typeof roomSettings> };
  /** Lets other features store their rows for a new room, in the same transaction. */
  readonly onCreated: (tx: Tx, roomId: string, creatorId: string) => Promise<void>;
}

/** Creates rooms, and the records of their passwords. */
export function makeCreating(
  parts: CreatingParts,
): Pick<RoomCare, 'plan' | 'carryOut' | 'makePasswordRecord' | 'requireFreePlace'> {
  const { settings, passwords, ids } = parts;

  function requirePolicy(hasPassword: boolean): void {
    const { passwordPolicy } = settings.rooms;
    if (passwordPolicy === 'required' && !hasPassword) throw roomErrors.password_required();
    if (passwordPolicy === 'forbidden' && hasPassword) throw roomErrors.password_forbidden();
  }

  async function makePasswordRecord(roomId: string, password: string | undefined): Promise<string | null> {
    requirePolicy(password !== undefined);
    return password === undefined ? null : passwords.register(roomId, password);
  }

  async function requireFreePlace(tx: Tx, creatorId: string, countReserved = async () => 0): Promise<void> {
    const count = await store.countRoomsOf(tx.query(), creatorId);
    if (count + (await countReserved()) >= settings.rooms.maxRoomsPerUser) throw roomErrors.too_many_rooms();
  }

  return {
    /** [RO2] */
    makePasswordRecord,
    requireFreePlace,
    /** [RO1] [RO2] [RO3] */
    async plan(request, mayAlways) {
      if (!mayAlways && (!settings.rooms.allowRoomCreation || settings.rooms.disableCreateRoom))
        throw roomErrors.creation_disabled();
      checkSettings(request.settings, parts);
      const id = ids.make('room');
      const passwordRecord = await makePasswordRecord(id, request.password);
      return { id, request: create(CreateRoomRequestSchema, { ...request, password: undefined }), passwordRecord };
    },
    /** The server's limits may have changed since the plan was made. [RO1] [RO2] [RO3] [RC7] */
    async carryOut(tx, creatorId, plan) {
      requirePolicy(plan.passwordRecord !== null);
      checkSettings(plan.request.settings, parts);
      await requireFreePlace(tx, creatorId);
      return insertRoom(parts, tx, creatorId, plan);
    },
  };
}

async function insertRoom(
  { clock, members, taxonomy, onCreated }: CreatingParts,
  tx: Tx,
  creatorId: string,
  { id, request, passwordRecord }: RoomPlan,
): Promise<store.RoomView> {
  await store.insertRoom(tx.query(), {
    id,
    name: request.name.trim(),
    description: request.description,
    creator_id: creatorId,
    status: RoomStatus.ACTIVE,
    visibility: request.visibility || RoomVisibility.PUBLIC,
    password_record: passwordRecord,
    settings: patchRoomSettings({}, request.settings ?? create(RoomSettingsSchema)),
    created_at: dateOf(clock.nowMs()),
  });
  await taxonomy.assign(tx, id, { categoryId: request.categoryId, labelIds: request.labelIds });
  await members.add(tx, id, [creatorId], RoomRole.CREATOR);
  await onCreated(tx, id, creatorId);
  return getView(tx, id, creatorId);
}
