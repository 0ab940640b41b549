import type { ResourceChanged } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ObserveResourceSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Call, Principal, RoomStanding } from '../kernel/call.ts';

type Query = Extract<Exclude<MessageInitShape<typeof ObserveResourceSchema>, { $typeName: string }>['resource'], { case: string }>;

/** The changes of a resource as a server stream gives them; ends with the call. What a socket would get, from the same place. */
export type WatchRoom = (
  call: Call<Exclude<Principal, { kind: 'anonymous' }>, RoomStanding>,
  query: Query,
  afterEventSequence?: number,
) => AsyncIterable<ResourceChanged>;
