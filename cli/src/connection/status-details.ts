import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { BadRequestSchema, ErrorInfoSchema } from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { type Status, StatusSchema } from '@matinee/contract/gen/google/rpc/status_pb.ts';

/** The details of a refusal, beside its text. */
export interface StatusDetails {
  /** Dotted reason, `users.not_found`. */
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly violations: readonly { readonly field: string; readonly description: string }[];
}

const none: StatusDetails = { reason: undefined, requestId: undefined, violations: [] };

/**
 * Reads `google.rpc.Status` with ErrorInfo and BadRequest. Undecodable bytes give empty details; the text still
 * shows.
 */
export function readDetails(bytes: Uint8Array): StatusDetails {
  try {
    return detailsIn(fromBinary(StatusSchema, bytes));
  } catch {
    return none;
  }
}

function detailsIn({ details }: Status): StatusDetails {
  let found = none;
  for (const any of details) {
    const info = anyUnpack(any, ErrorInfoSchema);
    if (info) found = { ...found, reason: info.reason, requestId: info.metadata.request_id };
    const request = anyUnpack(any, BadRequestSchema);
    const violations = request?.fieldViolations.map(({ field, description }) => ({ field, description }));
    if (violations) found = { ...found, violations };
  }
  return found;
}
