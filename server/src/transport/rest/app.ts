/** Fastify as a router and body reader. It does not log, because the pipeline does, and it does not validate. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { requestErrors, toAppError } from '../errors.ts';
import { errorBody, failureHeaders } from './error-body.ts';
import { requestIdIn } from './headers.ts';
import { dropsBody } from './leave-body.ts';

const noQuery = {};
/** Longest path parameter, in characters: the id of a passkey, 1023 bytes in base64url. */
const maxParamLength = 1400;

/** An empty application with our error answers. Add routes before `ready()`. */
export function makeApp(): FastifyInstance {
  const app = fastify({
    logger: false,
    // Routes have their own limits. Paths without a route accept next to no body.
    bodyLimit: 65_536,
    // Fastify does not parse the query: the route reads it by the descriptor of its message.
    routerOptions: { querystringParser: () => noQuery, maxParamLength },
    frameworkErrors: (error, request, reply) => sendError(error, request as never, reply as never),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    isUtf8(body as Buffer) ? done(null, body.toString('utf8')) : done(requestErrors.malformed_json()),
  );
  app.addHook('onRequest', async ({ headers }, reply) => refuseCoded(headers, reply));
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  return app;
}

/**
 * Refuses bodies in a coding or charset that the server does not decode: read as they are, they would have another
 * meaning (RFC 9110, section 8.4; RFC 8259, section 8.1). @throws AppError `request.unsupported_media_type`
 */
function refuseCoded(headers: IncomingHttpHeaders, reply: FastifyReply): void {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  if (coding && coding !== 'identity') {
    reply.header('accept-encoding', 'identity');
    throw requestErrors.unsupported_media_type({ message: 'The body must not be compressed.' });
  }
  const charset = charsetOf(headers['content-type'] ?? '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw requestErrors.unsupported_media_type({ message: 'The body must be in UTF-8.' });
  }
}

/** The charset in a content type. */
function charsetOf(type: string): string | undefined {
  for (const parameter of type.split(';').slice(1)) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() === 'charset') return value.trim().replaceAll('"', '').toLowerCase();
  }
  return undefined;
}

/** Sends the error body. */
export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = cause instanceof AppError ? cause : (fromFastify(cause as FastifyError) ?? toAppError(cause));
  // Fastify would close the connection while the client still sends the body.
  if (error.reason === 'request.body_too_large' && dropsBody(request.raw)) reply.removeHeader('connection');
  return reply
    .code(error.httpStatus)
    .headers(failureHeaders(error))
    .send(errorBody(error, requestIdIn(request.raw)));
}

/** Our error for a refusal by Fastify or its plugins; undefined for a bug of ours. */
function fromFastify({ code, statusCode }: FastifyError): AppError | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return requestErrors.body_too_large();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return requestErrors.unsupported_media_type();
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return undefined;
  // 414: an id in the path is longer than any id.
  if (statusCode === 404 || statusCode === 414) return requestErrors.route_not_found();
  return requestErrors.malformed();
}
