/** The REST adapter: one Fastify route for each HTTP route of a method in the pipeline. */
import type { DescMethodServerStreaming, DescMethodUnary } from '@bufbuild/protobuf';
import { printJson } from '@matinee/contract/json/print.ts';
import { routesOf } from '@matinee/contract/methods.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pipeline } from '../../kernel/call.ts';
import type { Clock } from '../../kernel/clock.ts';
import { abortWith } from '../abort-with.ts';
import type { ClientAddress } from '../client-address.ts';
import { jsonType } from './error-body.ts';
import { requestIdIn } from './headers.ts';
import { planRoute, type RoutePlan } from './plan.ts';
import { eventIdReader, resumeFrom, serveEvents } from './sse.ts';

export interface RestParts {
  readonly pipeline: Pipeline;
  readonly clientAddress: ClientAddress;
  readonly clock: Clock;
  /** Aborts when the server stops: event streams end at once, calls may finish. */
  readonly stopping: AbortSignal;
}

const bearerScheme = /^Bearer +([^\s]+)$/i;

/** Adds the routes. @throws Error for a route that the contract declares twice, or that does not match its message. */
export function addRoutes(app: FastifyInstance, parts: RestParts): void {
  for (const method of parts.pipeline.methods) {
    if (method.methodKind !== 'unary' && method.methodKind !== 'server_streaming') continue;
    const isStream = method.methodKind === 'server_streaming';
    for (const route of routesOf(method)) {
      const plan = planRoute(route);
      app.route({
        method: route.verb,
        url: plan.url,
        bodyLimit: plan.bodyLimit,
        exposeHeadRoute: !isStream,
        handler: isStream
          ? eventsHandler(plan, method as DescMethodServerStreaming, parts)
          : unaryHandler(plan, method as DescMethodUnary, parts),
      });
    }
  }
}

function unaryHandler(plan: RoutePlan, method: DescMethodUnary, parts: RestParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const message = plan.read(request);
    const answer = await parts.pipeline.unary(method, {
      ...describe(plan, request, reply, parts).incoming,
      message,
      roomId: plan.roomOf(request, message),
      transport: 'rest',
    });
    reply.header('content-type', jsonType);
    return JSON.stringify(printJson(method.output, answer));
  };
}

function eventsHandler(plan: RoutePlan, method: DescMethodServerStreaming, parts: RestParts) {
  const readId = eventIdReader(method.output);
  const resume = resumeFrom(method.input);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = plan.read(request);
    resume(message, request.headers['last-event-id']);
    const { incoming, gone } = describe(plan, request, reply, parts);
    const part = abortWith(gone, parts.stopping);
    await serveEvents({
      open: (onAdmitted) =>
        parts.pipeline.stream(method, {
          ...incoming,
          message,
          roomId: plan.roomOf(request, message),
          transport: 'sse',
          onAdmitted,
        }),
      print: (answer) => JSON.stringify(printJson(method.output, answer)),
      readId,
      response: reply.raw,
      begin: () => reply.hijack(),
      requestId: incoming.requestId,
      clock: parts.clock,
      signal: gone.signal,
    }).finally(part);
    return reply;
  };
}

/** The call without its message. The signal aborts if the client disconnects before it has its answer. */
function describe(plan: RoutePlan, { raw }: FastifyRequest, reply: FastifyReply, { clientAddress }: RestParts) {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  const incoming = {
    bearer: bearerScheme.exec(raw.headers.authorization ?? '')?.[1],
    needsUser: plan.route.needsUser,
    requestId: requestIdIn(raw),
    traceparent: raw.headers['traceparent'] as string | undefined,
    address: clientAddress(raw.socket.remoteAddress, raw.headers['x-forwarded-for'] as string | undefined),
    userAgent: raw.headers['user-agent'] ?? '',
    signal: gone.signal,
  };
  return { incoming, gone };
}
