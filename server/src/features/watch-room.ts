import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { ObserveResourceSchema, type ResourceChanged } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { ResourceQuery } from '../realtime/resource.ts';

type Query = Extract<
  Exclude<MessageInitShape<typeof ObserveResourceSchema>, { $typeName: string }>['resource'],
  { case: string }
>;

/** The changes of a resource for a server stream, the same that an observing socket gets. Ends with the call. */
export type WatchRoom = (
  call: Call<RoomPrincipal, RoomStanding>,
  query: Query,
  afterEventSequence?: number,
) => AsyncIterable<ResourceChanged>;

export function watchRoom(realtime: Pick<Realtime, 'watch'>): WatchRoom {
  return (call, query, afterEventSequence) => {
    const { resource } = create(ObserveResourceSchema, { resource: query });
    const after = afterEventSequence === undefined ? {} : { afterEventSequence };
    return realtime.watch(call, resource as ResourceQuery, { signal: call.signal, ...after });
  };
}
