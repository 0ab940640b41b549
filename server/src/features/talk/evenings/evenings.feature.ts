import { EveningsService } from '@matinee/contract/gen/service/client/evenings_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Feature } from '../../feature.ts';
import { eveningsErrors } from './evenings.errors.ts';
import * as store from './evenings.store.ts';
import { personalData } from './personal-data.ts';
import { makeEveningReading, type ReadingParts, sightOf } from './reading.service.ts';
import { eveningCleaning, leaveItem, makeEveningRecording } from './recording.ts';
import type { RoomCall } from './showing.ts';

type Parts = ReadingParts & { readonly ids: Ids; readonly log: Log };

/** The record of a room's evenings: the items, the people and the times. */
export function eveningsFeature(parts: Parts): Feature {
  const { db } = parts;
  const reading = makeEveningReading(parts);
  const { method } = EveningsService;
  /** [EV6] */
  const leave = ({ eveningId }: { readonly eveningId: string }, call: RoomCall) =>
    db.write(async (tx) => {
      const queries = tx.query<store.EveningsTables>();
      const { room, principal } = call;
      const isForgotten = await store.forget(queries, room.roomId, eveningId, principal.userId);
      if (!isForgotten && !(await store.findEvening(queries, sightOf(call), eveningId)))
        throw eveningsErrors.not_found();
      return {};
    });
  return {
    name: 'evenings',
    personalData,
    tables: ['evening_items', 'evening_people', 'evenings'],
    reads: ['room_members', 'rooms', 'users'],
    onWatched: makeEveningRecording(parts),
    onItemChanged: leaveItem,
    bindings: [
      handleMember(method.listEvenings, reading.list),
      handleMember(method.getEvening, reading.get),
      handleMember(method.leaveEvening, leave),
      handleMember(method.deleteEvening, async ({ eveningId }, { room }) => {
        const isDeleted = await db.write((tx) => store.deleteEvening(tx.query(), room.roomId, eveningId));
        if (!isDeleted) throw eveningsErrors.not_found();
        return {};
      }),
      handleMember(method.clearEvenings, async (_, { room }) => ({
        deletedCount: await db.write((tx) => store.deleteEvenings(tx.query(), room.roomId)),
      })),
    ],
    parts: [eveningCleaning(parts)],
  };
}
