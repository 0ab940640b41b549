/** Fastify as it is used here: a router and a body reader. It logs nothing (the pipeline does) and validates nothing. */
import { isUtf8 } from 'node:buffer';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { requestErrors, toAppError } from '../errors.ts';
import { errorBody } from './error-body.ts';
import { requestIdIn } from './headers.ts';

const noQuery = {};
/** Longest parameter of a path, in characters: the id of a passkey, 1023 bytes in base64url. */
const maxParamLength = 1400;

/** An empty application with our error answers. Routes are added to it before `ready()`. */
export function makeApp(): FastifyInstance {
  const app = fastify({
    logger: false,
    // Routes have limits of their own; whatever has none takes no body to speak of.
    bodyLimit: 65_536,
    // Queries are read from the address, by the message they become.
    routerOptions: { querystringParser: () => noQuery, maxParamLength },
    frameworkErrors: (error, request, reply) => sendError(error, request as never, reply as never),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    isUtf8(body as Buffer) ? done(null, body.toString('utf8')) : done(requestErrors.malformed_json()),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  return app;
}

/** Answers with the error body. */
export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = cause instanceof AppError ? cause : (fromFastify(cause as FastifyError) ?? toAppError(cause));
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (error.httpStatus === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(error.httpStatus)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(error, requestIdIn(request.raw)));
}

/** What Fastify and its plugins refuse, in our words; undefined for a fault of ours. */
function fromFastify({ code, statusCode }: FastifyError): AppError | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return requestErrors.body_too_large({ httpStatus: 413 });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return requestErrors.unsupported_media_type({ httpStatus: 415 });
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return undefined;
  // 414: an id in the path that is longer than any.
  if (statusCode === 404 || statusCode === 414) return requestErrors.route_not_found();
  return requestErrors.malformed({ httpStatus: statusCode });
}
