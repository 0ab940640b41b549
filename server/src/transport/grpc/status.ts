/** Errors as gRPC status with `google.rpc.Status` details (googleapis, google/rpc/status.proto and error_details.proto). [TR30] */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { type AppError, statusOf } from '../../kernel/errors.ts';

/** Domain of our reasons in `google.rpc.ErrorInfo`. */
export const errorDomain = 'matinee';

/**
 * Most bytes of the text, and of the violations, that a status carries. Both go into trailers, text twice and in longer forms (percent
 * signs, base64); peers take 8 KiB of metadata (gRPC core, `GRPC_ARG_MAX_METADATA_SIZE`), and a call whose trailers are too large
 * never ends for its client.
 */
const maxTextBytes = 1_000;
const maxViolationBytes = 1_500;

/** Trailers of every call: the id under which it is found in logs. */
export function trailersOf(requestId: string): Metadata {
  const trailers = new Metadata();
  trailers.set('x-request-id', requestId);
  return trailers;
}

/** The status of a call that failed, details included. */
export function toStatus(error: AppError, requestId: string): StatusObject {
  const metadata = trailersOf(requestId);
  const code = statusOf[error.code].grpc;
  metadata.set('grpc-status-details-bin', encodeStatus(code, error, requestId));
  return { code, details: shortened(error.message), metadata };
}

/** `google.rpc.Status {1: code, 2: message, 3: details}`. Written by hand: three messages are not worth vendored files. */
function encodeStatus(code: number, error: AppError, requestId: string): Buffer {
  const { violations, retryAfterSeconds, metadata } = error.details;
  const status = new BinaryWriter().tag(1, WireType.Varint).int32(code);
  status.tag(2, WireType.LengthDelimited).string(shortened(error.message));
  const info = { ...metadata, request_id: requestId };
  putAny(status, 'google.rpc.ErrorInfo', encodeErrorInfo(error.reason, info));
  if (violations?.length) {
    const badRequest = new BinaryWriter();
    let size = 0;
    for (const { field, reason } of violations) {
      const pair = encodePair(field, reason);
      size += pair.length;
      // The text has told the first ones already.
      if (size > maxViolationBytes) break;
      badRequest.tag(1, WireType.LengthDelimited).bytes(pair);
    }
    putAny(status, 'google.rpc.BadRequest', badRequest.finish());
  }
  if (retryAfterSeconds !== undefined) {
    // RetryInfo {1: Duration {1: seconds}}
    const delay = new BinaryWriter().tag(1, WireType.Varint).int64(Math.ceil(retryAfterSeconds)).finish();
    putAny(status, 'google.rpc.RetryInfo', new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(delay).finish());
  }
  return Buffer.from(status.finish());
}

/** `text`, or as much of it as fits, on the border of a character. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxTextBytes) return text;
  let end = maxTextBytes;
  // The second and later bytes of a character are 10xxxxxx (RFC 3629, section 3).
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return `${bytes.toString('utf8', 0, end)}…`;
}

/** ErrorInfo {1: reason, 2: domain, 3: map metadata}. */
function encodeErrorInfo(reason: string, metadata: Readonly<Record<string, string>>): Uint8Array {
  const info = new BinaryWriter().tag(1, WireType.LengthDelimited).string(reason);
  info.tag(2, WireType.LengthDelimited).string(errorDomain);
  for (const [key, value] of Object.entries(metadata)) {
    info.tag(3, WireType.LengthDelimited).bytes(encodePair(key, value));
  }
  return info.finish();
}

/** Two strings in the fields 1 and 2: a map entry, and a field violation. */
function encodePair(first: string, second: string): Uint8Array {
  const pair = new BinaryWriter().tag(1, WireType.LengthDelimited).string(first);
  return pair.tag(2, WireType.LengthDelimited).string(second).finish();
}

/** Appends `details {1: type_url, 2: value}` to a Status. */
function putAny(status: BinaryWriter, typeName: string, value: Uint8Array): void {
  const any = new BinaryWriter().tag(1, WireType.LengthDelimited).string(`type.googleapis.com/${typeName}`);
  status.tag(3, WireType.LengthDelimited).bytes(any.tag(2, WireType.LengthDelimited).bytes(value).finish());
}
