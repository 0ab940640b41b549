import { DeliveryMode, type ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { catchUp } from './catch-up.ts';
import { Observation } from './observation.ts';
import { realtimeErrors } from './realtime.errors.ts';
import { checkMayObserve } from './resource.ts';
import { sendObserveError } from './send-error.ts';
import type { Session } from './session.ts';

/** Starts (or replaces) an observation; what goes wrong is answered with `resourceObserveError`. Never rejects. */
export async function observe(session: Session, request: ObserveResource): Promise<void> {
  try {
    await startObservation(session, request);
  } catch (error) {
    sendObserveError(session, request.observeId, error);
  }
}

/**
 * The same for callers that want the error. Resolves when what the client missed has been sent. [RT3]
 * @throws AppError when there is no such resource, the viewer may not see it, or it cannot be loaded; nothing is observed then.
 */
export async function startObservation(session: Session, request: ObserveResource): Promise<void> {
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
  try {
    const afterSequence = afterEventSequence === undefined ? undefined : Number(afterEventSequence);
    await catchUp(channel, observation, { version, afterSequence });
  } catch (error) {
    // Replaced or dropped in the meantime: nobody waits for this answer.
    if (observation.isEnded) return;
    channel.drop(session, observeId);
    throw error;
  }
}
