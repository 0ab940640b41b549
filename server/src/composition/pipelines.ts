import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { managementServices, ruleOf } from '@matinee/contract/methods.ts';
import type { Pipeline, Principal } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import type { Binding } from '../kernel/handler.ts';
import { isOwnTopic, ownStanding } from '../realtime/own-topic.ts';
import type { RealtimeWiring } from '../realtime/wiring.ts';
import { makePipeline } from '../transport/pipeline/pipeline.ts';
import { makeRateLimits } from '../transport/pipeline/rate-limits.ts';
import { standingSettings } from './declared-settings.ts';
import type { Features } from './features.ts';
import type { Ground } from './ground.ts';

/** Methods that operators may call. */
const managedMethods = new Set(
  managementServices
    .flatMap((service) => service.methods)
    .filter((method) => [Who.ADMIN, Who.ROOT, Who.OPERATOR].includes(ruleOf(method).who)),
);

const noBudget = async () => undefined;

/** Identifies the caller, and finds the caller's standing in a room. */
export function accessOf({ sessions, guests, members }: Features) {
  const authenticate = (bearer: string): Promise<Principal> =>
    guests.isGuestToken(bearer) ? guests.authenticate(bearer) : sessions.authenticate(bearer);
  return { authenticate, findStanding: members.findStanding };
}

/** The pipeline of all calls at the public port. */
export function makePublicPipeline(ground: Ground, features: Features): Pipeline {
  const { config, registry, clock, log, metrics, tracer } = ground;
  return makePipeline({
    bindings: features.list.all('bindings'),
    opened: [RoomService.method.messageStream],
    access: accessOf(features),
    takeBudget: config['limits.enabled'] ? makeRateLimits(ground.rateParts) : noBudget,
    revision: () => registry.revision,
    clock,
    log,
    observe: metrics.observeCall,
    slowCallMs: config['log.slow_call_ms'],
    tracer,
  });
}

/** The pipeline of the management endpoint: the features' operator methods, and the endpoint's `own` methods. */
export function makeManagementPipeline(
  { config, registry, clock, log, metrics, tracer }: Ground,
  features: Features,
  own: readonly Binding[],
): Pipeline {
  return makePipeline({
    bindings: [...features.list.all('bindings'), ...own].filter(({ method }) => managedMethods.has(method)),
    opened: [],
    access: accessOf(features),
    takeBudget: noBudget,
    revision: () => registry.revision,
    clock,
    log,
    observe: metrics.observeCall,
    slowCallMs: config['log.slow_call_ms'],
    tracer,
  });
}

/**
 * Passes the declarations of features to realtime. Sockets send commands through `pipeline`, so this runs after the
 * pipeline is made.
 */
export function wireRealtime({ realtime, registry }: Ground, features: Features, pipeline: Pipeline): void {
  realtime.wire({
    pipeline,
    findStanding: standingWhileSignedIn(features),
    resources: features.list.all('resources'),
    standingEvents: features.list.all('standingEvents'),
    signals: features.list.signals(),
    onConnected: (roomId, userId) => features.list.onConnected(roomId, userId),
  });
  registry.onChange(standingSettings, realtime.checkEverybody);
}

/**
 * The standing of a caller who is still signed in. A sign-in may end while its socket is being opened, and that socket
 * receives no termination. [SE9]
 */
function standingWhileSignedIn({ members, sessions }: Features): RealtimeWiring['findStanding'] {
  return async (principal, roomId) => {
    const standing =
      principal.kind === 'user' && isOwnTopic(roomId)
        ? ownStanding(principal.userId, roomId)
        : await members.findStanding(principal, roomId);
    if (!standing || principal.kind !== 'user') return standing;
    try {
      return { ...standing, principal: await sessions.resume(principal.sessionId, principal.expiresAtMs) };
    } catch (cause) {
      // The person was banned after the first check. A ban is about the person and not the room, so here it only
      // removes the standing.
      if (cause instanceof AppError && cause.code === 'permission_denied') return undefined;
      throw cause;
    }
  };
}
