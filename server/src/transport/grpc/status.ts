/** Errors as gRPC status with `google.rpc.Status` details (googleapis, google/rpc/status.proto and error_details.proto). [TR30] */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { type AppError, statusOf } from '../../kernel/errors.ts';

/** Domain of our reasons in `google.rpc.ErrorInfo`. */
export const errorDomain = 'matinee';

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
  return { code, details: error.message, metadata };
}

/** `google.rpc.Status {1: code, 2: message, 3: details}`. Written by hand: three messages are not worth vendored files. */
function encodeStatus(code: number, error: AppError, requestId: string): Buffer {
  const { violations, retryAfterSeconds, metadata } = error.details;
  const status = new BinaryWriter().tag(1, WireType.Varint).int32(code);
  status.tag(2, WireType.LengthDelimited).string(error.message);
  const info = { ...metadata, request_id: requestId };
  putAny(status, 'google.rpc.ErrorInfo', encodeErrorInfo(error.reason, info));
  if (violations?.length) {
    const badRequest = new BinaryWriter();
    for (const { field, reason } of violations) {
      badRequest.tag(1, WireType.LengthDelimited).bytes(encodePair(field, reason));
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
