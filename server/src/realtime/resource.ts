import type { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomPrincipal, RoomStanding } from '../kernel/call.ts';
import { realtimeErrors } from './realtime.errors.ts';

/** The person who observes, with their rights. */
export interface Viewer {
  readonly principal: RoomPrincipal;
  readonly standing: RoomStanding;
}

/** A client's query: a case of `ObserveResource.resource` with its value. */
export type ResourceQuery = Exclude<ObserveResource['resource'], { case: undefined }>;
export type ResourceCase = ResourceQuery['case'];

/** The whole state of a resource, encoded by `changePayload` with `snapshot: true`. */
export interface Snapshot {
  /** Increases with each change. 0: the resource has no versions, and its state is always sent. */
  readonly version: number;
  readonly payload: Uint8Array;
}

/**
 * Anything that can be observed in a room. Features declare resources; the rest of realtime does not know their
 * meaning.
 */
export type Resource = { readonly [C in ResourceCase]: ResourceOf<C> }[ResourceCase];

/** The declaration of one resource. */
export interface ResourceOf<C extends ResourceCase> {
  readonly case: C;
  /** Permission that the viewer needs while observing. */
  readonly permission?: Permission;
  /** True: guests may not observe it. */
  readonly membersOnly?: boolean;
  /**
   * True: the resource belongs to the viewer and is the same in all rooms. Its events have the topic `ownTopic(userId)`
   * and the sequences of that topic. Guests have none.
   */
  readonly isOwn?: boolean;
  /** True: the resource is not stored. Its changes have no sequence, and `Realtime.publish` sends them. */
  readonly isEphemeral?: boolean;
  /**
   * True: the state describes the viewer's rights, and the key names the viewer. It is reloaded after each
   * `StandingEvent` about them.
   */
  readonly followsStanding?: boolean;
  /**
   * Kind of the events that change earlier stored events of this resource. They make each process drop the recent
   * events that it keeps in memory.
   */
  readonly erasures?: string;
  /** True for kinds of events, other than its own, that change the state. It is reloaded after each of them. */
  readonly follows?: (kind: string) => boolean;
  /**
   * For a resource that all viewers see alike: called when the first observer in this process starts, before the state
   * is loaded, and when the last one has ended. Must not throw.
   */
  onObserved?(roomId: string, isObserved: boolean): void;
  /**
   * Kind of the events that change the result of this query. Viewers with different results must get different keys.
   * @throws AppError if the queried object does not exist. The observation is refused with this error.
   */
  key(query: Extract<ResourceQuery, { case: C }>['value'], viewer: Viewer): string;
  /**
   * Loads the state, which all observers of `key` share. Absent: the resource is a log without a state, and a new
   * observer receives only new events.
   */
  snapshot?(roomId: string, key: string, viewer: Viewer): Promise<Snapshot>;
}

/** Id of the user or guest: a principal counts as one person under it. */
export function principalIdOf(principal: RoomPrincipal): string {
  return principal.kind === 'user' ? principal.userId : principal.guestId;
}

/** @throws AppError `realtime.not_permitted` when the viewer may not (or no longer) see `resource`. */
export function checkMayObserve(resource: Resource, viewer: Viewer): void {
  if ((resource.membersOnly || resource.isOwn) && viewer.principal.kind === 'guest')
    throw realtimeErrors.not_permitted();
  if (resource.permission === undefined) return;
  if (!viewer.standing.permissions.has(resource.permission)) throw realtimeErrors.not_permitted();
}
