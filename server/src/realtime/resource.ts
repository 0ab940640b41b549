import type { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import { realtimeErrors } from './realtime.errors.ts';

/** Who looks, and with which rights. */
export interface Viewer {
  readonly principal: RoomPrincipal;
  readonly standing: RoomStanding;
}

/** What is asked for: a case of `ObserveResource.resource` with its value. */
export type ResourceQuery = Exclude<ObserveResource['resource'], { case: undefined }>;
export type ResourceCase = ResourceQuery['case'];

/** The whole state of a resource, encoded by `changePayload` with `snapshot: true`. */
export interface Snapshot {
  /** Raised by each change; 0: the resource has no versions and is always sent. */
  readonly version: number;
  readonly payload: Uint8Array;
}

/** Something that can be observed in a room. Features declare them; nothing else in realtime knows what they are. */
export type Resource = { readonly [C in ResourceCase]: ResourceOf<C> }[ResourceCase];

/** The declaration of one of them. */
export interface ResourceOf<C extends ResourceCase> {
  readonly case: C;
  /** Permission that the viewer needs, now and for as long as they observe. */
  readonly permission?: Permission;
  /** True: not for guests. */
  readonly membersOnly?: boolean;
  /** True: not stored. Its changes have no sequence and are published by `channel.publish`. */
  readonly isEphemeral?: boolean;
  /** True: the state is what the viewer may do, and the key names the viewer. It is loaded again after each `StandingEvent` about them. */
  readonly followsStanding?: boolean;
  /**
   * Kind of the events that change what this query sees; viewers who see different things must get different keys.
   * @throws AppError when there is no such thing; the observation is refused with it.
   */
  key(query: Extract<ResourceQuery, { case: C }>['value'], viewer: Viewer): string;
  /** Loads the state. Shared by all who observe `key`. Absent: a pure log of events, which starts with new ones. */
  snapshot?(roomId: string, key: string, viewer: Viewer): Promise<Snapshot>;
}

/** Id by which a principal counts as one person: of the user or the guest. */
export function principalIdOf(principal: RoomPrincipal): string {
  return principal.kind === 'user' ? principal.userId : principal.guestId;
}

/** @throws AppError `realtime.not_permitted` when the viewer may not (or no longer) see `resource`. */
export function checkMayObserve(resource: Resource, viewer: Viewer): void {
  if (resource.membersOnly && viewer.principal.kind === 'guest') throw realtimeErrors.not_permitted();
  if (resource.permission === undefined) return;
  if (!viewer.standing.permissions.has(resource.permission)) throw realtimeErrors.not_permitted();
}
