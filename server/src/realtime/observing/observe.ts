import { DeliveryMode, type ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import { checkMayObserve } from '../resource.ts';
import { sendObserveError } from '../session/send-error.ts';
import type { Session } from '../session/session.ts';
import { catchUp } from './catch-up.ts';
import { Observation } from './observation.ts';

/**
 * Starts (or replaces) an observation, and sends what the client missed. [RT3]
 * What goes wrong is given to `refuse` (there is no such resource, the viewer may not see it, it cannot be loaded); then nothing
 * is observed. Unless told otherwise it is answered with `resourceObserveError`. Never throws.
 */
export function observe(
  session: Session,
  request: ObserveResource,
  refuse: (error: unknown) => void = (error) => sendObserveError(session, request.observeId, error),
): void {
  try {
    startObservation(session, request)?.catch(refuse);
  } catch (error) {
    refuse(error);
  }
}

/** Undefined: what was missed has been sent. */
function startObservation(session: Session, request: ObserveResource): Promise<void> | undefined {
  const { channel, observations } = session;
  const { observeId, resource: query, version, afterEventSequence } = request;
  channel.drop(session, observeId);
  if (observations.size >= channel.context.limits.observationsPerConnection)
    throw realtimeErrors.too_many_observations();
  const resource = query.case === undefined ? undefined : channel.context.wiring().resources.get(query.case);
  if (query.case === undefined || resource === undefined) throw realtimeErrors.unknown_resource();
  checkMayObserve(resource, session);
  const key = resource.key(query.value as never, session);
  const isNotify = request.deliveryMode === DeliveryMode.NOTIFY;
  const observation = new Observation(session, observeId, query, resource, key, isNotify);
  channel.add(observation);
  const afterSequence = afterEventSequence === undefined ? undefined : Number(afterEventSequence);
  return catchUp(channel, observation, { version, afterSequence })?.catch((error: unknown) => {
    // Replaced or dropped in the meantime: nobody waits for this answer.
    if (observation.isEnded) return;
    channel.drop(session, observeId);
    throw error;
  });
}
