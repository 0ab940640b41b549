/** Turns errors into a gRPC status. Details other than code and message go into `google.rpc.Status`. [TR30] */
import { create, toBinary } from '@bufbuild/protobuf';
import { type Any, anyPack } from '@bufbuild/protobuf/wkt';
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import {
  type BadRequest_FieldViolation,
  BadRequest_FieldViolationSchema,
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { StatusSchema } from '@matinee/contract/gen/google/rpc/status_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import { type AppError, statusOf } from '../../kernel/errors.ts';

/** Domain of our reasons in `google.rpc.ErrorInfo`. */
export const errorDomain = 'matinee';

/**
 * Maximum size of the message and of the violations in one status, in bytes. Both go into the trailers, which repeat
 * the message and encode it in longer forms (percent signs, base64). Peers accept 8 KiB of metadata (gRPC core,
 * `GRPC_ARG_MAX_METADATA_SIZE`). With larger trailers, the client never sees its call end.
 */
const maxTextBytes = 1_000;
const maxViolationBytes = 1_500;

/** Trailers of every call: the request id, which is also in the logs. */
export function trailersOf(requestId: string): Metadata {
  const trailers = new Metadata();
  trailers.set('x-request-id', requestId);
  return trailers;
}

/** The gRPC status of a failed call, with its details. */
export function toStatus(error: AppError, requestId: string): StatusObject {
  const metadata = trailersOf(requestId);
  const code = statusOf[error.code].grpc;
  metadata.set('grpc-status-details-bin', encodeStatus(code, error, requestId));
  return { code, details: shortened(error.message), metadata };
}

function encodeStatus(code: number, error: AppError, requestId: string): Buffer {
  const status = { code, message: shortened(error.message), details: detailsOf(error, requestId) };
  return Buffer.from(toBinary(StatusSchema, create(StatusSchema, status)));
}

function detailsOf({ reason, details }: AppError, requestId: string): Any[] {
  const { violations = [], retryAfterSeconds, metadata } = details;
  const info = { reason, domain: errorDomain, metadata: { ...metadata, request_id: requestId } };
  const packed = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, info))];
  if (violations.length > 0)
    packed.push(anyPack(BadRequestSchema, create(BadRequestSchema, { fieldViolations: fitting(violations) })));
  if (retryAfterSeconds !== undefined) {
    const retryDelay = { seconds: BigInt(Math.ceil(retryAfterSeconds)) };
    packed.push(anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay })));
  }
  return packed;
}

/** The first violations, as many as fit. The error's message names the first one as well. */
function fitting(violations: readonly FieldViolation[]): BadRequest_FieldViolation[] {
  const messages = violations.map(({ field, reason, description }) =>
    create(BadRequest_FieldViolationSchema, { field, reason, description }),
  );
  let size = 0;
  return messages.filter((message) => {
    size += toBinary(BadRequest_FieldViolationSchema, message).length;
    return size <= maxViolationBytes;
  });
}

/** Cuts `text` to `maxTextBytes`, without splitting a character. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxTextBytes) return text;
  let end = maxTextBytes;
  // The second and later bytes of a character are 10xxxxxx (RFC 3629, section 3).
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}…`;
}
