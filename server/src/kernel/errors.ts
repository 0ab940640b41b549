/**
 * Errors that callers may see. Features declare theirs once, with `defineErrors`. The table below gives each code its
 * status on every transport; a code without a status does not compile.
 */
import type { FieldViolation } from '@matinee/contract/reasons.ts';

/**
 * Categories of failure, after the canonical codes of gRPC (grpc/doc/statuscodes.md), and `internal` for everything
 * else.
 */
export type ErrorCode =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'already_exists'
  | 'failed_precondition'
  | 'aborted'
  | 'resource_exhausted'
  | 'cancelled'
  | 'deadline_exceeded'
  | 'unavailable'
  | 'unimplemented'
  | 'internal';

/** HTTP status (RFC 9110) and gRPC status number of each code. */
export const statusOf: Readonly<Record<ErrorCode, { readonly http: number; readonly grpc: number }>> = {
  invalid_argument: { http: 400, grpc: 3 },
  unauthenticated: { http: 401, grpc: 16 },
  permission_denied: { http: 403, grpc: 7 },
  not_found: { http: 404, grpc: 5 },
  already_exists: { http: 409, grpc: 6 },
  failed_precondition: { http: 409, grpc: 9 },
  aborted: { http: 409, grpc: 10 },
  resource_exhausted: { http: 429, grpc: 8 },
  cancelled: { http: 499, grpc: 1 },
  deadline_exceeded: { http: 504, grpc: 4 },
  unavailable: { http: 503, grpc: 14 },
  unimplemented: { http: 501, grpc: 12 },
  internal: { http: 500, grpc: 13 },
};

/** Details of an error beyond its text. */
export interface ErrorDetails {
  readonly violations?: readonly FieldViolation[];
  /** Whole seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The HTTP status, if the error's declaration overrides that of its code. */
  readonly httpStatus?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A failure that is reported to the caller. Any other thrown error is logged and shown as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Dotted reason for programs, such as `chat.version_conflict`. */
  readonly reason: string;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, reason: string, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  get httpStatus(): number {
    return this.details.httpStatus ?? statusOf[this.code].http;
  }
}

/** Declaration of one error: its category and the sentence for people. */
export interface ErrorDeclaration {
  readonly code: ErrorCode;
  readonly message: string;
  /** HTTP status for when that of the code is too general, such as 413. */
  readonly httpStatus?: number;
}

/** The HTTP status and gRPC status number of an error, as they are sent. */
export function statusesOf({ code, httpStatus }: ErrorDeclaration): { readonly http: number; readonly grpc: number } {
  const { http, grpc } = statusOf[code];
  return { http: httpStatus ?? http, grpc };
}

type Factory = (details?: Omit<ErrorDetails, 'httpStatus'> & { message?: string }) => AppError;

const declared = new Map<string, ErrorDeclaration>();

/**
 * Declares the errors of a feature and returns a factory for each: `throw chatErrors.version_conflict()`.
 * @throws Error when a reason is declared twice, which is a bug.
 */
export function defineErrors<const T extends Record<string, ErrorDeclaration>>(
  feature: string,
  declarations: T,
): { readonly [K in keyof T]: Factory } {
  const factories: Record<string, Factory> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    const reason = `${feature}.${name}`;
    if (declared.has(reason)) throw new Error(`error ${reason} is declared twice`);
    declared.set(reason, declaration);
    const { code, httpStatus } = declaration;
    const own = httpStatus === undefined ? {} : { httpStatus };
    factories[name] = ({ message = declaration.message, ...details } = {}) =>
      new AppError(code, reason, message, { ...details, ...own });
  }
  return factories as { readonly [K in keyof T]: Factory };
}

/** Every declared error, by reason. The reference page and the contract table are made from it. */
export function declaredErrors(): ReadonlyMap<string, ErrorDeclaration> {
  return declared;
}
