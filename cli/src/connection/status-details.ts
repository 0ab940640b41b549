import { BinaryReader } from '@bufbuild/protobuf/wire';

/** What a refusal says beyond its text (googleapis, google/rpc/error_details.proto). */
export interface StatusDetails {
  /** Dotted reason, `users.not_found`. */
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly violations: readonly { readonly field: string; readonly reason: string }[];
}

/** Reads `google.rpc.Status` with ErrorInfo and BadRequest. Bytes that are none of it give empty details. */
export function readDetails(status: Uint8Array): StatusDetails {
  let reason: string | undefined;
  let requestId: string | undefined;
  const violations: { field: string; reason: string }[] = [];
  try {
    // Status {3: repeated Any {1: type_url, 2: value}}
    for (const any of fieldsOf(status, 3)) {
      const type = textOf(fieldsOf(any, 1)[0]);
      const [value = new Uint8Array()] = fieldsOf(any, 2);
      if (type.endsWith('/google.rpc.ErrorInfo')) {
        // ErrorInfo {1: reason, 3: map metadata}
        reason = textOf(fieldsOf(value, 1)[0]);
        for (const entry of fieldsOf(value, 3))
          if (textOf(fieldsOf(entry, 1)[0]) === 'request_id') requestId = textOf(fieldsOf(entry, 2)[0]);
      } else if (type.endsWith('/google.rpc.BadRequest')) {
        // BadRequest {1: repeated FieldViolation {1: field, 2: description}}
        for (const one of fieldsOf(value, 1))
          violations.push({ field: textOf(fieldsOf(one, 1)[0]), reason: textOf(fieldsOf(one, 2)[0]) });
      }
    }
  } catch {
    // Not ours to read; the text of the status is shown anyway.
  }
  return { reason, requestId, violations };
}

/** Every length-delimited value of field `number`. */
function fieldsOf(bytes: Uint8Array, number: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type !== 2) reader.skip(type);
    else {
      const value = reader.bytes();
      if (field === number) found.push(value);
    }
  }
  return found;
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
}
